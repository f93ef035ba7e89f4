// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
});

const aFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

test('frames still come after a test that stood the timers still while one was asked for', async () => {
  await aFrame();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  requestAnimationFrame(() => undefined);
  vi.useRealTimers();
  await expect(
    Promise.race([aFrame(), new Promise((_, late) => setTimeout(late, 2_000, new Error('no frame came')))]),
  ).resolves.toBeGreaterThan(0);
});
