import { createDice, type Dice } from '../../simulation/draw/random.ts';
import { callFrom } from '../support/calls.ts';
import { passphrase, type Day } from '../support/day.ts';
import type { Control, Sight } from './controls.ts';

/** Findings of the day; `f0`, `f1` and so on are their ids. */
export const findingCount = 14;

const words = [
  ...['a', 'redirect', 'severity:high', 'state:ready', '12', '2026-11-21', 'https://a.example.test/?q=1'],
  ...[
    'portal.example.test',
    'The token stays **valid**.',
    '- one\n- two\n',
    '`code`',
    '<b>bold</b>',
    '日本語',
  ],
  ...['=1+1', '/', '{{client}}'],
];
/** Named once more if they are to be drawn more often. */
const keys = [
  ...'Escape Escape Enter Enter Tab Tab Shift+Tab Space Home End PageDown Backspace Delete F2 F6 ? /'.split(
    ' ',
  ),
  ...'ArrowDown ArrowDown ArrowUp ArrowLeft ArrowRight Shift+ArrowDown Alt+ArrowDown Alt+ArrowUp'.split(' '),
  ...'Control+a Control+z Control+z Control+Shift+z Control+k Control+Enter Control+s Control+f'.split(' '),
  ...'Control+c Control+x Control+v Control+b Control+i Control+Alt+m'.split(' '),
  ...'abcdefghijklmnopqrstuvwxyz',
];
/** Keys that lead to a screen after `g`. */
const screens = [...'acdefhilmnopqrstvw'];
const sizes = [
  { width: 1500, height: 900 },
  { width: 1280, height: 800 },
  { width: 900, height: 650 },
  { width: 640, height: 480 },
];

/** One thing that a user does, or that happens to the user. */
export interface Act {
  readonly name: string;
  readonly run: (day: Day) => Promise<unknown>;
}

const offline = new WeakSet<Day>();

/** Cuts the connection with the service, or restores it. */
export async function setOnline(day: Day, isOnline: boolean): Promise<void> {
  if (isOnline !== offline.has(day)) return;
  await (isOnline ? day.proxy.plug() : day.proxy.pull());
  if (isOnline) offline.delete(day);
  else offline.add(day);
}

const press = (...pressed: readonly string[]): Act => ({
  name: `press ${pressed.join(' ')}`,
  run: async ({ page }) => {
    for (const key of pressed) await page.keyboard.press(key);
  },
});

/** Draws what is done next on a page. @param salt makes the choice among the controls that of this act */
export function drawAct(dice: Dice, { controls, isLocked }: Sight, salt: string): Act {
  if (isLocked && !dice.oneIn(4)) {
    return {
      name: 'unlock',
      run: async ({ page }) => {
        const field = page.getByLabel('Passphrase', { exact: true });
        if ((await field.count()) === 0) return;
        await field.fill(passphrase);
        await page.keyboard.press('Enter');
        // An earlier wrong one may make this one wait: other acts come in between.
        const open = page
          .getByRole('heading', { name: 'Locked' })
          .waitFor({ state: 'detached', timeout: 3_000 });
        await open.catch(() => undefined);
      },
    };
  }
  const draw = dice.between(1, 1_000);
  if (draw <= 480) return pressOn(dice, chosen(controls, salt));
  if (draw <= 720) return press(dice.pick(keys));
  if (draw <= 790) return press('g', dice.pick(screens));
  if (draw <= 900)
    return write(
      dice,
      chosen(
        controls.filter(({ takes }) => takes === 'text'),
        salt,
      ),
    );
  if (draw <= 930) return turn(dice);
  if (draw <= 990) return rare(dice);
  return { name: 'lock', run: ({ page }) => callFrom(page, 'home.lock', {}).catch(() => undefined) };
}

/** What happens to a user now and then, or is done behind the window. */
function rare(dice: Dice): Act {
  const finding = `f${String(dice.between(0, findingCount - 1))}`;
  const text = dice.pick(words);
  return dice.pick<Act>([
    { name: 'reload', run: ({ page }) => page.evaluate(() => location.reload()) },
    { name: 'sync', run: ({ page }) => callFrom(page, 'sync.run', {}).catch(() => undefined) },
    {
      name: `a colleague edits ${finding}`,
      run: ({ service }) => {
        if (service.finding(finding) !== undefined)
          service.edit(finding, { title: `Theirs ${text}`, description: text });
        return Promise.resolve();
      },
    },
    { name: 'the network goes, or comes back', run: (day) => setOnline(day, offline.has(day)) },
    ...sizes.map((size) => ({
      name: `window of ${String(size.width)} × ${String(size.height)}`,
      run: ({ page }: Day) => page.setViewportSize(size),
    })),
  ]);
}

function pressOn(dice: Dice, control: Control | undefined): Act {
  if (control === undefined) return press('Escape');
  const { name, takes, x, y } = control;
  if (takes === 'choice') {
    return {
      name: `choose in ${name}`,
      run: async ({ page }) => {
        await page.mouse.click(x, y);
        await page.keyboard.press(dice.oneIn(2) ? 'ArrowDown' : 'ArrowUp');
        await page.keyboard.press('Enter');
      },
    };
  }
  const how = dice.between(1, 12);
  const button = how === 1 ? 'right' : 'left';
  const clickCount = how === 2 ? 2 : 1;
  const held = how === 3 ? 'Shift' : how === 4 ? 'Control' : null;
  return {
    name: `click ${[button, held, clickCount === 2 ? 'twice' : null].filter((one) => one !== null).join(' ')}: ${name}`,
    run: async ({ page }) => {
      if (held !== null) await page.keyboard.down(held);
      await page.mouse.click(x, y, { button, clickCount });
      if (held !== null) await page.keyboard.up(held);
    },
  };
}

/** Writes into a field, or wherever the keys are if there is none. */
function write(dice: Dice, field: Control | undefined): Act {
  const text = dice.pick(words);
  const isOneByOne = dice.oneIn(3);
  return {
    name: `write ${JSON.stringify(text)} into ${field?.name ?? 'what has the keys'}`,
    run: async ({ page }) => {
      if (field !== undefined) await page.mouse.click(field.x, field.y);
      await (isOneByOne ? page.keyboard.type(text) : page.keyboard.insertText(text));
    },
  };
}

function turn(dice: Dice): Act {
  const by = dice.pick([-2_000, -300, 300, 2_000]);
  return { name: `turn the wheel by ${String(by)}`, run: ({ page }) => page.mouse.wheel(0, by) };
}

/** The control whose name and salt give the smallest number: another control that comes or goes hardly changes the choice. */
function chosen(controls: readonly Control[], salt: string): Control | undefined {
  const ranked = controls.map((control) => ({ control, rank: hashOf(`${salt} ${control.name}`) }));
  return ranked.reduce<(typeof ranked)[number] | undefined>(
    (best, one) => (best === undefined || one.rank < best.rank ? one : best),
    undefined,
  )?.control;
}

/** FNV-1a, mixed once more: names that differ at their end alone must rank anew with each salt. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return createDice(hash).next();
}
