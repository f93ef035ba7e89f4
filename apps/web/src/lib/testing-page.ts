import { configure } from '@testing-library/react';
import { vi } from 'vitest';

/**
 * Loaded before every test file that needs a page. A worker keeps its page and what it has loaded from file to file, so that React
 * and the design system load once: here each file gets an empty page at `/` and our own modules anew, without what another left in them.
 */
vi.useRealTimers();
// A state is waited for, however busy the machine is; what never comes fails the test all the same.
configure({ asyncUtilTimeout: 10_000 });
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, '', '/');
document.title = '';
document.body.replaceChildren();
document.head.replaceChildren();
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
