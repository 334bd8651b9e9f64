import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findEndpoint, prepareEndpoint, removeEndpoint } from '#app/instance/endpoint.ts';
import { hasModes, othersMay } from '../../support/system/modes.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dossier-endpoint-'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

describe('the endpoint of an instance', () => {
  test('is the socket in the home', () => {
    const endpoint = prepareEndpoint(home, 'linux');
    expect(endpoint).toEqual({ address: join(home, 'dossier.sock'), secret: null });
    expect(findEndpoint(home, 'linux')).toEqual(endpoint);
  });

  test('lies in a folder of the user alone where the home has a long path', ({ skip }) => {
    skip(!hasModes, 'a pipe of Windows lies in no folder');
    const deep = join(home, 'd'.repeat(120));
    mkdirSync(deep);
    const endpoint = prepareEndpoint(deep, 'linux');
    expect(Buffer.byteLength(endpoint.address)).toBeLessThan(104);
    expect(othersMay(join(endpoint.address, '..'))).toBe(0);
    expect(findEndpoint(deep, 'linux')).toEqual(endpoint);
    removeEndpoint(deep, endpoint);
    expect(findEndpoint(deep, 'linux')).toBeUndefined();
  });

  test('is a pipe with an unguessable name and a secret on Windows, told to nobody else', () => {
    const endpoint = prepareEndpoint(home, 'win32');
    expect(endpoint.address).toMatch(/^\\\\\.\\pipe\\dossier-[0-9a-f]{32}$/);
    expect(endpoint.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(findEndpoint(home, 'win32')).toEqual(endpoint);
    expect(othersMay(join(home, 'dossier.endpoint'))).toBe(0);
    expect(prepareEndpoint(home, 'win32')).not.toEqual(endpoint);
  });

  test.each(['', '{', '[]', '{"address":1,"secret":null}'])(
    'a pointer that cannot be read is as good as none: %s',
    (text) => {
      writeFileSync(join(home, 'dossier.endpoint'), text);
      expect(findEndpoint(home, 'win32')).toBeUndefined();
    },
  );
});
