declare module '*?worker&url' {
  /** Where the script of a worker is, relative to the page. */
  const url: string;
  export default url;
}

declare module 'dictionary-*?raw' {
  /** The text of a file of a dictionary. */
  const text: string;
  export default text;
}
