import type { HomeGateway } from '#app/client/home-gateway.ts';

/**
 * A gateway that is still being opened: calls wait until it is. A window need not wait until the
 * system has answered for its keychain.
 */
export function lazyGateway(opening: Promise<HomeGateway>): HomeGateway {
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
