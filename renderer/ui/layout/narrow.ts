import { MediaQuery } from 'svelte/reactivity';

/** Whether there is no room for two panes beside each other: what is open takes the place of the list. */
export const narrow = new MediaQuery('width < 1000px');
