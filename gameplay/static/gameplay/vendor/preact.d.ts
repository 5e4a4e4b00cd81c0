// As much of the library as html.js uses; its own declarations are not vendored.
export function h(type: unknown, props: unknown, ...children: unknown[]): unknown;
export function render(tree: unknown, parent: Element): void;
