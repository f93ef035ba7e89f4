import { addSchedule } from '@spora/contract/exports/schedules';
import { createToken, createWebhook } from '@spora/contract/integrations/endpoints';
import { SCHEDULES_MAX, SHARE_LINKS_MAX, SIGN_ON_DOMAINS_MAX } from '@spora/contract/limits';
import { savePlan } from '@spora/contract/maintenance/endpoints';
import { PLAN_MAX } from '@spora/contract/maintenance/values';
import { addPreset, PRESETS_MAX } from '@spora/contract/reports/presets';
import { makeShareLink } from '@spora/contract/sharing/endpoints';
import { addDomain } from '@spora/contract/single-sign-on/endpoints';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeMember, makeUnit } from '../testing/database.ts';
import { type Caller, testApp } from '../testing/http.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({
  env: { WEBHOOKS_ALLOW_PRIVATE: 'true' },
  http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } },
});
afterAll(() => app.close());

interface Limited {
  /** The number in force, written out: a limit is changed here on purpose only. */
  readonly most: number;
  readonly refusal: string;
  readonly add: (by: Caller, to: { readonly imei: string; readonly memberId: number }, n: number) => Promise<Answer>;
}
interface Answer {
  readonly status: number;
  readonly errors?: unknown;
}

const LIMITED: Record<string, Limited> = {
  'API tokens that are valid': {
    most: 50,
    refusal: 'TooManyTokens',
    add: (by, _, n) => by.call(createToken, { body: { name: `Lön ${n}`, rights: 'read', days: 30 } }),
  },
  webhooks: {
    most: 20,
    refusal: 'TooManyWebhooks',
    add: (by, _, n) => by.call(createWebhook, { body: { url: `http://127.0.0.1:80${n + 10}/`, events: ['trip.finished'] } }),
  },
  'open share links': {
    most: 50,
    refusal: 'ShareLinksMax',
    add: (by, { imei }) => by.call(makeShareLink, { body: { imeis: [imei], minutes: 60 } }),
  },
  'domains of single sign-on': {
    most: 20,
    refusal: 'SignOnTooManyDomains',
    add: (by, _, n) => by.call(addDomain, { body: { name: `nr${n}.example.se` } }),
  },
  'service plans of a unit': {
    most: 50,
    refusal: 'TooManyPlans',
    add: (by, { imei }) =>
      by.call(savePlan, { params: { imei }, body: { kind: 'inspection', interval_months: 12, last_done_on: '2025-12-10' } }),
  },
  'scheduled exports': {
    most: 20,
    refusal: 'TooManySchedules',
    add: (by, { memberId }, n) =>
      by.call(addSchedule, {
        body: {
          name: `Körjournal ${n}`,
          every: 'week',
          format: 'csv',
          language: 'sv',
          recipient_ids: [memberId],
          filter: { descending: false },
        },
      }),
  },
  'saved filters': {
    most: 50,
    refusal: 'TooManyPresets',
    add: (by, _, n) => by.call(addPreset, { body: { report: 'summary', name: `Filter ${n}`, search: {} } }),
  },
};

test('the limits that the interface tells of are those in force', () => {
  expect({ SCHEDULES_MAX, SHARE_LINKS_MAX, SIGN_ON_DOMAINS_MAX, PRESETS_MAX, perUnit: PLAN_MAX.perUnit }).toEqual({
    SCHEDULES_MAX: 20,
    SHARE_LINKS_MAX: 50,
    SIGN_ON_DOMAINS_MAX: 20,
    PRESETS_MAX: 50,
    perUnit: 50,
  });
});

test.each(Object.keys(LIMITED))(
  'of several who add the last of all %s at once, one succeeds and the others are told why',
  async (what) => {
    const { most, refusal, add } = LIMITED[what]!;
    const accountId = await makeAccount(app.database);
    const member = await makeMember(app.database, { accountId });
    const by = await app.signInAs(member);
    const to = { imei: (await makeUnit(app.database, { accountId })).imei, memberId: member.id };
    for (let n = 1; n < most; n++) expect(await add(by, to, n)).toMatchObject({ status: 200 });
    const answers = await Promise.all([0, 1, 2, 3].map((i) => add(by, to, most + i)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { errors } of refused) expect([refusal, { msg: refusal, count: most }]).toContainEqual(errors);
  },
);
