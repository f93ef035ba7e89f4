import { objectOf } from '../network/short-answer.ts';
import { SmsError, type SmsReport, type SmsSender } from '../ports.ts';
import { faultOfStatus, postForm } from './post-form.ts';
import type { SmsProviderOptions } from './providers.ts';

export const ELKS_URL = 'https://api.46elks.com';

/** 46elks (46elks.com/docs/send-sms): a form to `/a1/sms`; a refusal is a line of text with status 400. */
export const createElksSms = ({ user, password, url = ELKS_URL, timeoutMs = 15_000 }: SmsProviderOptions): SmsSender => ({
  id: '46elks',
  isAvailable: true,
  readReport: readElksReport,
  send: async ({ from, to, text, reportUrl }) => {
    const form = { from, to, message: text, ...(reportUrl === null ? {} : { whendelivered: reportUrl }) };
    const answer = await postForm(`${url}/a1/sms`, { user, password, form, timeoutMs });
    const fault = faultOfStatus(answer.status);
    if (fault) throw fault;
    if (answer.status >= 400) throw refusalOf(answer.status, answer.text);
    const { id, status } = objectOf(answer.text);
    if (status === 'failed') throw new SmsError('refused', 'the provider could not send it');
    return { providerId: typeof id === 'string' ? id : null };
  },
});

/** The text of a refusal is not kept: it may hold the number. */
function refusalOf(status: number, text: string): SmsError {
  if (
    /\b(invalid|bad|not a valid|incorrect)\b.*\b(to|recipient|phone ?number|number)\b|\bto\b.*\b(invalid|not a valid)\b/i.test(
      text,
    )
  )
    return new SmsError('dead-number', 'the provider says that this is no number');
  if (/\bfrom\b|\bsender\b/i.test(text)) return new SmsError('waits', `the provider refuses the sender (${status})`);
  return new SmsError('refused', `the provider refuses the message (${status})`);
}

/** A delivery report: the form `id`, `status`, `delivered`. Null for what is none, and for steps on the way. */
export function readElksReport(form: URLSearchParams): SmsReport | null {
  const id = form.get('id');
  const status = form.get('status');
  if (!id || (status !== 'delivered' && status !== 'failed')) return null;
  return { providerId: id, delivery: status === 'delivered' ? 'delivered' : 'undelivered', isDeadNumber: false };
}
