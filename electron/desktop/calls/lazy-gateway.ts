import type { HomeGateway } from '#app/client/home-gateway.ts';

/**
 * Stands for a door that is still to be opened: what is asked of it waits for that. A window need not wait until the
 * system has answered for its keychain.
 */
export function doorLater(opening: Promise<HomeGateway>): HomeGateway {
  return {
    call: async (...args) => (await opening).call(...args),
    attempt: async (...args) => (await opening).attempt(...args),
    subscribe(listener) {
      let isOver = false;
      let end = (): void => undefined;
      void opening.then((gateway) => {
        if (!isOver) end = gateway.subscribe(listener);
      });
      return () => {
        isOver = true;
        end();
      };
    },
    close: async () => (await opening).close(),
  };
}
