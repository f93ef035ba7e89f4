import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Answered, type AskedOf, startAnsweringServer } from '../../testing/answering-server.ts';
import { SmsError, type SmsSender } from '../ports.ts';
import { createElksSms } from './elks.ts';
import { createTwilioSms } from './twilio.ts';

let answer: (asked: AskedOf) => Answered = () => ({ status: 500 });
const server = await startAnsweringServer((asked) => answer(asked));
afterAll(() => server.stop());
beforeEach(() => void (server.asked.length = 0));

const options = { user: 'u/1', password: 'p:å', url: server.url, timeoutMs: 300 };
const elks = createElksSms(options);
const twilio = createTwilioSms(options);
const SMS = {
  from: 'Spora',
  to: '+46701234567',
  text: 'Grinden är öppen & 20€ + 😀',
  parts: 1,
  reportUrl: 'https://x.test/sms/report/a/b',
};
const json = (status: number, body: object): Answered => ({ status, body: JSON.stringify(body) });
const kindOf = async (sender: SmsSender): Promise<string> => {
  try {
    await sender.send(SMS);
    return 'taken';
  } catch (error) {
    if (!(error instanceof SmsError)) throw error;
    expect(error.message).not.toContain('46701234567');
    return error.kind;
  }
};

test('issue 14: 46elks is sent a form with name and password, and names the message', async () => {
  answer = () => json(200, { id: 's70df59', status: 'created', from: 'Spora', to: SMS.to, parts: 1, cost: 3500 });
  expect(await elks.send(SMS)).toEqual({ providerId: 's70df59' });
  const { method, path, headers, body } = server.asked[0]!;
  expect({ method, path, type: headers['content-type'] }).toEqual({
    method: 'POST',
    path: '/a1/sms',
    type: 'application/x-www-form-urlencoded',
  });
  expect(Buffer.from(headers.authorization!.replace('Basic ', ''), 'base64').toString()).toBe('u/1:p:å');
  expect(Object.fromEntries(new URLSearchParams(body.toString()))).toEqual({
    from: 'Spora',
    to: '+46701234567',
    message: SMS.text,
    whendelivered: SMS.reportUrl,
  });
  await elks.send({ ...SMS, reportUrl: null });
  expect(server.asked[1]!.body.toString()).not.toContain('whendelivered');
});

test('issue 14: Twilio is sent a form under the account, and names the message', async () => {
  answer = () => json(201, { sid: 'SM1', status: 'queued', num_segments: '1', error_code: null });
  expect(await twilio.send(SMS)).toEqual({ providerId: 'SM1' });
  const { path, body } = server.asked[0]!;
  expect(path).toBe('/2010-04-01/Accounts/u%2F1/Messages.json');
  expect(Object.fromEntries(new URLSearchParams(body.toString()))).toEqual({
    To: '+46701234567',
    From: 'Spora',
    Body: SMS.text,
    StatusCallback: SMS.reportUrl,
  });
});

const line = (status: number, body: string): Answered => ({ status, body });
test.each<readonly [string, SmsSender, Answered, string]>([
  ['46elks, no such number', elks, line(400, '"to" is not a valid phone number'), 'dead-number'],
  ['46elks, no such number', elks, line(400, 'Invalid to number'), 'dead-number'],
  ['46elks, our sender', elks, line(400, 'Invalid sender (from)'), 'waits'],
  ['46elks, another refusal', elks, line(400, 'Message is missing'), 'refused'],
  ['46elks, our credit', elks, line(403, 'Not enough credits'), 'waits'],
  ['46elks, our password', elks, line(401, 'API access requires Basic HTTP authentication'), 'waits'],
  ['46elks, in a hurry', elks, line(429, ''), 'waits'],
  ['46elks, moved', elks, { status: 302, headers: { location: 'http://192.0.2.1/' } }, 'waits'],
  ['46elks, a fault of its own', elks, line(503, 'oops'), 'unknown'],
  ['46elks, an answer that is no JSON', elks, line(200, 'OK'), 'taken'],
  ['46elks, could not send', elks, json(200, { id: 's1', status: 'failed' }), 'refused'],
  ['46elks, silent', elks, 'hang', 'unknown'],
  ['46elks, hangs up', elks, 'cut', 'unknown'],
  [
    'Twilio, no such number',
    twilio,
    json(400, { code: 21211, message: "The 'To' number +46701234567 is not valid" }),
    'dead-number',
  ],
  ['Twilio, asked for no more', twilio, json(400, { code: 21610 }), 'dead-number'],
  ['Twilio, our sender', twilio, json(400, { code: 21212 }), 'waits'],
  ['Twilio, our password', twilio, json(401, { code: 20003 }), 'waits'],
  ['Twilio, another refusal', twilio, json(400, { code: 21617 }), 'refused'],
  ['Twilio, in a hurry', twilio, json(429, { code: 20429 }), 'waits'],
  ['Twilio, a fault of its own', twilio, line(500, '<html>'), 'unknown'],
  ['Twilio, silent', twilio, 'hang', 'unknown'],
  ['Twilio, hangs up', twilio, 'cut', 'unknown'],
])('issue 14: %s', async (_name, sender, answered, kind) => {
  answer = () => answered;
  expect(await kindOf(sender)).toBe(kind);
  expect(server.asked, 'no redirect is followed, nothing is tried twice').toHaveLength(1);
});

test('issue 14: a provider that is not there certainly took nothing', async () => {
  const gone = await startAnsweringServer(() => 'hang');
  await gone.stop();
  expect(await kindOf(createElksSms({ ...options, url: gone.url }))).toBe('waits');
  expect(await kindOf(createTwilioSms({ ...options, url: gone.url }))).toBe('waits');
});

test('issue 14: delivery reports are read, steps on the way and anything else passed over', () => {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields);
  const delivered = { delivery: 'delivered', isDeadNumber: false } as const;
  expect(elks.readReport(form({ id: 's1', status: 'delivered', delivered: '2026-01-01T10:00:00' }))).toEqual({
    providerId: 's1',
    ...delivered,
  });
  expect(elks.readReport(form({ id: 's1', status: 'failed' }))).toMatchObject({ delivery: 'undelivered' });
  expect(twilio.readReport(form({ MessageSid: 'SM1', MessageStatus: 'delivered' }))).toEqual({ providerId: 'SM1', ...delivered });
  expect(twilio.readReport(form({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' }))).toMatchObject({
    isDeadNumber: false,
  });
  expect(twilio.readReport(form({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30005' }))).toMatchObject({
    isDeadNumber: true,
  });
  const elksNone: Record<string, string>[] = [{}, { id: 's1', status: 'sent' }, { status: 'delivered' }];
  for (const none of elksNone) expect(elks.readReport(form(none))).toBeNull();
  const twilioNone: Record<string, string>[] = [{}, { MessageSid: 'SM1', MessageStatus: 'sent' }, { MessageStatus: 'delivered' }];
  for (const none of twilioNone) expect(twilio.readReport(form(none))).toBeNull();
});
