import { REPORT_PAGES } from '@spora/contract/reports/tables';
import { expect, test } from 'vitest';
import { isSignedInAddress } from '../../lib/addresses.ts';

test('REP-008: the mail of every report leads to a page of the application', () => {
  for (const [report, page] of Object.entries(REPORT_PAGES)) expect(isSignedInAddress(page), report).toBe(true);
});
