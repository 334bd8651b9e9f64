/** A password as a PDF takes it, or why it cannot. */
export type PreparedPassword =
  { readonly kind: 'ok'; readonly password: string } | { readonly kind: 'refused'; readonly message: string };

/** PDF takes so many bytes and ignores the rest: a longer one would lock less than the person thinks. */
const maxBytes = 127;

/**
 * A password in the form in which every PDF reader compares it (SASLprep): letters normalised, one kind of blank, no
 * invisible characters. The message quotes nothing of it.
 */
export function preparedPassword(given: string): PreparedPassword {
  const password = given
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC');
  if (password === '') return refused('is empty');
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(password)) {
    return refused('has characters that cannot be typed everywhere, such as controls');
  }
  // encodeURIComponent writes each byte beyond ASCII as %XX, and nothing else with a percent sign.
  const bytes = encodeURIComponent(password).replace(/%[\dA-F]{2}/gu, 'x').length;
  if (bytes > maxBytes) return refused(`is longer than the ${maxBytes} bytes that a PDF can use`);
  return { kind: 'ok', password };
}

function refused(why: string): PreparedPassword {
  return { kind: 'refused', message: `The password ${why}. Choose another one.` };
}
