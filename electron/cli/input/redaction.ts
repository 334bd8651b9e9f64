import { wrong, type Arguments } from '../command/arguments.ts';

/** As a call takes it: what is not said is left out. */
interface Redaction {
  readonly maskSecrets?: boolean;
  readonly cutBodies?: number | null;
}

/** What the command line says about masks and long bodies; nothing if it says nothing. @throws DossierError `usage` */
export function redactionOf(args: Arguments): Redaction {
  const bytes = args.whole('cut-bodies', 0);
  const whole = args.flag('whole-bodies');
  if (whole && bytes !== undefined) {
    throw wrong('Bodies are either whole or cut: --whole-bodies or --cut-bodies BYTES.', args.command);
  }
  if (bytes !== undefined && bytes > 1_000_000_000) {
    throw wrong('The option --cut-bodies takes at most 1000000000 bytes.', args.command);
  }
  return {
    ...(args.flag('no-mask') ? { maskSecrets: false } : {}),
    ...(whole ? { cutBodies: null } : {}),
    ...(bytes === undefined ? {} : { cutBodies: bytes }),
  };
}
