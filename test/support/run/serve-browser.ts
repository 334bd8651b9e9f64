/** Serves the browser of this machine to tests on another system: prints its address, and ends with its input. */
import { serveChromium } from '../chromium.ts';

const browser = await serveChromium(['--use-fake-device-for-media-stream']);
process.stdout.write(`${browser.wsEndpoint()}\n`);
process.stdin.resume().once('end', () => void browser.close());
