/** Shorter values (characters) are no secrets: a language, a colour. */
export const shortestCookie = 8;
