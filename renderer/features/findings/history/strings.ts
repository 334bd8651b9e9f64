/** Below an image that a change put into a text, or took out of it. */
export const imagePutIn = 'Added';
export const imageTakenOut = 'Removed';
