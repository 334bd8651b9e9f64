declare module '*?worker&url' {
  /** Where the script of a worker is, relative to the page. */
  const url: string;
  export default url;
}
