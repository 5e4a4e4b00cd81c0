// What Django's JavaScript catalogue puts into the page before the modules run.
declare function gettext(text: string): string;
declare function ngettext(one: string, many: string, count: number): string;
declare function pgettext(context: string, text: string): string;
declare function interpolate(text: string, values: Record<string, unknown>, named: true): string;
