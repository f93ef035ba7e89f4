import { expect, test } from 'vitest';
import { failuresOfJourneys, failuresOfVitest } from './failures.mjs';

test('a failed test is named with its file and the first line of why, and one that passed is not', () => {
  const report = {
    testResults: [
      {
        name: '/work/apps/web/src/a.test.tsx',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'the log opens' },
          {
            status: 'failed',
            fullName: 'LOG-001: the log closes',
            failureMessages: ['\u001B[31m\nTestingLibraryElementError: Unable to find role="row"\n\nIgnored nodes'],
          },
        ],
      },
    ],
  };
  expect(failuresOfVitest(report, '/work')).toEqual([
    'apps/web/src/a.test.tsx › LOG-001: the log closes: TestingLibraryElementError: Unable to find role="row"',
  ]);
});

test('a file that failed before its first test is named too', () => {
  const report = {
    testResults: [
      { name: '/work/b.test.ts', status: 'failed', message: 'Error: Cannot find module', assertionResults: [] },
      { name: '/work/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  };
  expect(failuresOfVitest(report, '/work')).toEqual(['b.test.ts: Error: Cannot find module']);
});

test('a failed journey is found in whatever group it stands', () => {
  const results = [
    {
      error: {
        message: 'Error: expect(locator).toBeVisible() failed\n\nLocator: getByText(‘Saved’)\nError: strict mode violation',
        location: { line: 7 },
      },
    },
  ];
  const report = {
    suites: [
      {
        specs: [{ title: 'signs in', ok: true, file: 'entry.e2e.ts', tests: [{ results: [{}] }] }],
        suites: [{ specs: [{ title: 'books a car', ok: false, file: 'booking.e2e.ts', tests: [{ results }] }] }],
      },
    ],
  };
  expect(failuresOfJourneys(report)).toEqual([
    'booking.e2e.ts:7 › books a car: Error: expect(locator).toBeVisible() failed | Locator: getByText(‘Saved’) | Error: strict mode violation',
  ]);
});

test('a long first line is cut', () => {
  const [told] = failuresOfJourneys({
    specs: [{ title: 't', ok: false, file: 'f', tests: [{ results: [{ error: { message: 'x'.repeat(500) } }] }] }],
  });
  expect(told).toHaveLength('f › t: '.length + 301);
});
