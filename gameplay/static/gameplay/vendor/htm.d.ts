declare const htm: {
  bind(h: (...parts: any[]) => unknown): (strings: TemplateStringsArray, ...values: any[]) => any;
};
export default htm;
