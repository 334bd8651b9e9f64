/** Whether a face has a vault to make; apart from `client.ts`, so that a start does not load the host for it. */
export { isNewVault } from '../instance/vault-place.ts';
