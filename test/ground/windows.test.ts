import { describe, expect, it } from 'vitest';
import { obstacleToWine } from '../support/run/wine.js';

describe('npm run test:windows', () => {
  const debian = { platform: 'linux', uid: 0, hasApt: true };

  it('sets up Wine as root on Debian', () => {
    expect(obstacleToWine(debian)).toBeNull();
  });

  it('names root where another user runs it', () => {
    expect(obstacleToWine({ ...debian, uid: 1000 })).toContain('needs root');
  });

  it.each([
    ['macOS', { platform: 'darwin', uid: 501, hasApt: false }],
    ['a Linux without apt', { ...debian, hasApt: false }],
  ])('says on %s which systems it runs on', (_, machine) => {
    expect(obstacleToWine(machine)).toContain('on Windows, or on Debian');
  });
});
