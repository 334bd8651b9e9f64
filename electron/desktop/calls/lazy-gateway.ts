import type { Door } from '#app/client/home-gateway.ts';

/**
 * Stands for a door that is still to be opened: what is asked of it waits for that. A window need not wait until the
 * system has answered for its keychain.
 */
export function doorLater(opening: Promise<Door>): Door {
  return {
    call: async (...args) => (await opening).call(...args),
    attempt: async (...args) => (await opening).attempt(...args),
    subscribe(listener) {
      let isOver = false;
      let end = (): void => undefined;
      void opening.then((door) => {
        if (!isOver) end = door.subscribe(listener);
      });
      return () => {
        isOver = true;
        end();
      };
    },
    close: async () => (await opening).close(),
  };
}
