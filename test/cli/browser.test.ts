import { expect, it } from 'vitest';
import { openerOf } from '../../electron/cli/browser.ts';

it('Windows is given the path of its own opener, so that none in the working folder runs', () => {
  const paths = [{ SystemRoot: 'D:\\Win' }, {}].map((env) => openerOf('win32', env)?.[0]);
  expect(paths).toEqual(['D:\\Win\\System32\\rundll32.exe', 'C:\\Windows\\System32\\rundll32.exe']);
});
