import { objectOf } from '../network/short-answer.ts';
import { SmsError, type SmsReport, type SmsSender } from '../ports.ts';
import { faultOfStatus, postForm } from './post-form.ts';
import type { SmsProviderOptions } from './providers.ts';

export const TWILIO_URL = 'https://api.twilio.com';

/** Of a refusal (twilio.com/docs/api/errors): no such number, none that takes messages, or one that asked for no more of them. */
const DEAD = new Set([21211, 21214, 21217, 21610, 21614]);
/** About our sender or our account's permissions. */
const OURS = new Set([20003, 21212, 21408, 21603, 21606, 21611, 21612, 21659, 21660]);
/** Of a report: unknown to its network, or a line that takes no messages. */
const DEAD_REPORTED = new Set(['30005', '30006']);

/** Twilio: a form to the account's `Messages.json`; a refusal is JSON with a code. */
export const createTwilioSms = ({ user, password, url = TWILIO_URL, timeoutMs = 15_000 }: SmsProviderOptions): SmsSender => ({
  id: 'twilio',
  isAvailable: true,
  readReport: readTwilioReport,
  send: async ({ from, to, text, reportUrl }) => {
    const form = { To: to, From: from, Body: text, ...(reportUrl === null ? {} : { StatusCallback: reportUrl }) };
    const address = `${url}/2010-04-01/Accounts/${encodeURIComponent(user)}/Messages.json`;
    const answer = await postForm(address, { user, password, form, timeoutMs });
    const told = objectOf(answer.text);
    const code = Number(told['code'] ?? told['error_code'] ?? 0);
    if (answer.status >= 400 && DEAD.has(code))
      throw new SmsError('dead-number', `the provider says that this is no number (${code})`);
    if (answer.status >= 400 && OURS.has(code)) throw new SmsError('waits', `the provider refuses us (${code})`);
    const fault = faultOfStatus(answer.status);
    if (fault) throw fault;
    if (answer.status >= 400) throw new SmsError('refused', `the provider refuses the message (${code || answer.status})`);
    const { sid, status } = told;
    if (status === 'failed') throw new SmsError('refused', `the provider could not send it (${code})`);
    return { providerId: typeof sid === 'string' ? sid : null };
  },
});

/** A delivery report: the form `MessageSid`, `MessageStatus`, `ErrorCode`. Null for what is none, and for steps on the way. */
export function readTwilioReport(form: URLSearchParams): SmsReport | null {
  const id = form.get('MessageSid');
  const status = form.get('MessageStatus') ?? '';
  if (!id || !['delivered', 'undelivered', 'failed'].includes(status)) return null;
  const isDelivered = status === 'delivered';
  return {
    providerId: id,
    delivery: isDelivered ? 'delivered' : 'undelivered',
    isDeadNumber: !isDelivered && DEAD_REPORTED.has(form.get('ErrorCode') ?? ''),
  };
}
