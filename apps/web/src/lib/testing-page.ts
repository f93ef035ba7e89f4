import { cleanup, configure } from '@testing-library/react';
import * as react from 'react';
import { vi } from 'vitest';

/**
 * React keeps for each element the stack of calls that made it, for the warnings of its development tools: a quarter of the time of
 * these tests, and no test reads it. It does so for the first ten thousand elements of a second, which here are always behind it.
 */
function keepNoStacks(): void {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as Record<
    string,
    object | undefined
  >;
  if (internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      configurable: true,
      get: () => 10_000,
      set: () => undefined,
    });
}

/**
 * The page's clock of frames starts when one is asked for and none runs, by whatever `setInterval` is then. Begun while a test holds the
 * timers it never ticks, and no frame comes again in this worker: focus does not return, the map draws nothing. One frame that is
 * always awaited keeps the first clock, which is a real one.
 */
function keepFramesComing(): void {
  const worker = globalThis as { framesKeptOf?: Document };
  if (worker.framesKeptOf === document) return;
  worker.framesKeptOf = document;
  const { requestAnimationFrame: request } = globalThis;
  const again = (): void => {
    request(again);
  };
  again();
}

/**
 * Loaded before every test file that needs a page. A worker keeps its page and what it has loaded from file to file, so that React
 * and the design system load once: here each file gets an empty page at `/` and our own modules anew, without what another left in them.
 */
keepNoStacks();
vi.useRealTimers();
keepFramesComing();
// A state is waited for, however busy the machine is; what never comes fails the test all the same.
configure({ asyncUtilTimeout: 10_000 });
// What the file before left mounted goes while its page still stands: parts of it lie in the body itself.
cleanup();
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, '', '/');
document.title = '';
document.body.replaceChildren();
document.head.replaceChildren();
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
