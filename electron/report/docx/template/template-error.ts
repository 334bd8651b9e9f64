/** Why a report cannot be made by its template; the message is for the user. */
export class WordTemplateError extends Error {}
