import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { MailError, type OutgoingMail } from '../ports.ts';
import { createSmtpMailer, type SmtpOptions } from './smtp.ts';
import { cert, startMailServer } from '../../testing/mail-server.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function mailServer(options: SMTPServerOptions = {}) {
  const server = await startMailServer(options);
  undo.push(server.stop);
  return server;
}

function mailerAt(address: string, options: SmtpOptions = { ca: cert }) {
  const mailer = createSmtpMailer(address, options);
  undo.push(() => mailer.close());
  return mailer;
}

const mail: OutgoingMail = {
  from: { name: 'Hemväg', address: 'no-reply@hemvag.example' },
  replyTo: 'support@hemvag.example',
  to: 'person@example.test',
  subject: 'Din kod för att logga in på Hemväg',
  text: 'Skriv in koden:\n\n    123456\n',
  html: '<p>Skriv in koden: <b>123456</b></p>',
  language: 'sv',
  messageId: 'mail-7-abc@hemvag.example',
};

const refusal = async (work: Promise<void>): Promise<MailError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof MailError) return error;
  throw new Error('it was not refused as mail', { cause: error });
};

const signIn = encodeURIComponent('p@ss/word');

test('TFA-003, BRAND-012: a mail reaches the server encrypted and signed in, from the brand, as text and as HTML', async () => {
  const { taken, port } = await mailServer({ authOptional: false });
  await mailerAt(`smtp://spora:${signIn}@localhost:${port}?starttls=required`).send(mail);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({ isEncrypted: true, user: 'spora', to: ['person@example.test'] });
  const raw = taken[0]?.raw ?? '';
  expect(raw).toMatch(/^From: =\?UTF-8\?.*<no-reply@hemvag\.example>/m);
  expect(raw).toMatch(/^To: person@example\.test\r$/m);
  expect(raw).toMatch(/^Reply-To: .*<support@hemvag\.example>/m);
  expect(raw).toMatch(/^Message-ID: <mail-7-abc@hemvag\.example>\r$/m);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw).toMatch(/^Content-Language: sv\r$/m);
  expect(raw, 'nobody says no to a code').not.toContain('List-Unsubscribe');
  expect(raw).toMatch(/multipart\/alternative/);
  expect(raw).toContain('123456');
});

test('ALARM-039, RFC 8058: a mail that can be stopped by one press says where, to the mail program', async () => {
  const { taken, port } = await mailServer({ authOptional: false });
  const oneClickUrl = `https://hemvag.example/api/alertInfo/receiver/${'Ab1-'.repeat(10)}xyz`;
  await mailerAt(`smtp://spora:${signIn}@localhost:${port}?starttls=required`).send({ ...mail, oneClickUrl });
  const head = (taken[0]?.raw ?? '').split('\r\n\r\n', 1)[0]!.replace(/\r\n\s+/g, ' ');
  expect(head).toContain(`List-Unsubscribe: <${oneClickUrl}>`);
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test('TRIP-016: a trip log scheduled by mail arrives as an attachment with its name, byte for byte', async () => {
  const { taken, port } = await mailServer();
  const data = Buffer.from('\ufeffDatum;Start\r\n2026-03-10;08:00\r\n');
  const file = { name: 'körjournal-2026-03.csv', contentType: 'text/csv; charset=utf-8', data };
  await mailerAt(`smtp://localhost:${port}`).send({ ...mail, file });
  const raw = taken[0]?.raw ?? '';
  expect(raw).toMatch(/multipart\/mixed/);
  expect(raw).toMatch(/^Content-Disposition: attachment;\s+filename\*?0?\*?=utf-8''k%C3%B6rjournal-2026-03\.csv/im);
  expect(raw).toMatch(/^Content-Type: text\/csv; charset=utf-8/m);
  expect(raw.replace(/\r\n/g, '')).toContain(data.toString('base64'));
  // The words are beside it, as text and as HTML.
  expect(raw).toContain('123456');
});

test('smtps speaks TLS from the first byte, and one connection carries several mails', async () => {
  const { taken, port } = await mailServer({ secure: true });
  const mailer = mailerAt(`smtps://localhost:${port}`);
  await Promise.all([mailer.send(mail), mailer.send({ ...mail, to: 'other@example.test' })]);
  expect(
    taken.map(({ isEncrypted, to }) => ({ isEncrypted, to })).toSorted((a, b) => (a.to[0] ?? '').localeCompare(b.to[0] ?? '')),
  ).toEqual([
    { isEncrypted: true, to: ['other@example.test'] },
    { isEncrypted: true, to: ['person@example.test'] },
  ]);
});

test('a server whose certificate nobody vouches for gets neither mail nor password', async () => {
  const tried: unknown[] = [];
  const onAuth: SMTPServerOptions['onAuth'] = ({ username }, _session, done) => {
    tried.push(username);
    done(null, { user: username });
  };
  const starttls = await mailServer({ onAuth });
  const whole = await mailServer({ onAuth, secure: true });
  for (const address of [
    `smtp://spora:${signIn}@localhost:${starttls.port}?starttls=required`,
    `smtps://spora:${signIn}@localhost:${whole.port}`,
  ])
    expect(await refusal(mailerAt(address, {}).send(mail))).toMatchObject({ isPermanent: false });
  expect([...tried, ...starttls.taken, ...whole.taken]).toEqual([]);
});

test('the mail server of this machine may sign for itself', async () => {
  const { taken, port } = await mailServer();
  await mailerAt(`smtp://localhost:${port}`, {}).send(mail);
  expect(taken).toHaveLength(1);
});

test('a server that does not offer encryption gets no mail where it must', async () => {
  const { taken, port } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const error = await refusal(mailerAt(`smtp://localhost:${port}?starttls=required`).send(mail));
  expect(error).toMatchObject({ isPermanent: false });
  await mailerAt(`smtp://localhost:${port}`).send(mail);
  expect(taken.map(({ isEncrypted }) => isEncrypted)).toEqual([false]);
});

test('SEC-004: a wrong password is for the operator to put right, so the mail waits; the password is in no message', async () => {
  const { port } = await mailServer();
  const error = await refusal(mailerAt(`smtp://spora:wrong-secret@localhost:${port}`).send(mail));
  expect(error.isPermanent).toBe(false);
  expect(error.message).toMatch(/^EAUTH/);
  expect(error.message).not.toContain('wrong-secret');
  expect(error.message).not.toContain(Buffer.from('\0spora\0wrong-secret').toString('base64'));
});

const refuseWith = (responseCode: number): SMTPServerOptions['onRcptTo'] => {
  return (_address, _session, done) => done(Object.assign(new Error('person@example.test cannot be reached'), { responseCode }));
};

test('a recipient who does not exist is final; the reason names nobody', async () => {
  const { port } = await mailServer({ onRcptTo: refuseWith(550) });
  const error = await refusal(mailerAt(`smtp://localhost:${port}`).send(mail));
  expect(error).toMatchObject({ isPermanent: true, isRecipientRefused: true });
  expect(error.message).toContain('550');
  expect(error.message).not.toContain('person@example.test');
});

test('ALARM-037: a mail that is refused for what it is says nothing of its recipient', async () => {
  const { port } = await mailServer({ onRcptTo: refuseWith(554) });
  const refused = await refusal(mailerAt(`smtp://localhost:${port}`).send(mail));
  expect(refused).toMatchObject({ isPermanent: true, isRecipientRefused: false });
});

test('a mailbox that is busy is tried again, and takes the mail then', async () => {
  let busy = true;
  const { port, taken } = await mailServer({
    onRcptTo: (address, session, done) => (busy ? refuseWith(451)?.(address, session, done) : done()),
  });
  const mailer = mailerAt(`smtp://localhost:${port}`);
  expect(await refusal(mailer.send(mail))).toMatchObject({ isPermanent: false });
  busy = false;
  await mailer.send(mail);
  expect(taken).toHaveLength(1);
});

test('a sender that the server refuses is a setting to put right, not the end of the mail', async () => {
  const { port } = await mailServer({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('not yours'), { responseCode: 550 })),
  });
  expect(await refusal(mailerAt(`smtp://localhost:${port}`).send(mail))).toMatchObject({ isPermanent: false });
});

test('a server that never answers is given up within a bound, before its greeting and after the mail', async () => {
  const patience = { greetingMs: 100, silenceMs: 100, totalMs: 5_000 };
  const mute = await mailServer({ onConnect: () => {} });
  expect(await refusal(mailerAt(`smtp://localhost:${mute.port}`, { ca: cert, patience }).send(mail))).toMatchObject({
    isPermanent: false,
  });
  const slow = await mailServer({ onData: (stream) => stream.resume() });
  expect(await refusal(mailerAt(`smtp://localhost:${slow.port}`, { ca: cert, patience }).send(mail))).toMatchObject({
    isPermanent: false,
  });
  const drip = { ...patience, greetingMs: 5_000, silenceMs: 5_000, totalMs: 100 };
  expect(await refusal(mailerAt(`smtp://localhost:${mute.port}`, { ca: cert, patience: drip }).send(mail))).toMatchObject({
    message: 'the mail server took too long',
  });
});

test('no server at all: the mail waits', async () => {
  const { port } = await mailServer();
  await undo.pop()?.();
  const error = await refusal(mailerAt(`smtp://localhost:${port}`).send(mail));
  expect(error).toMatchObject({ isPermanent: false });
  expect(error.message).toMatch(/ESOCKET|ECONNECTION/);
});

test('an address that is really several reaches nobody', async () => {
  const { port, taken } = await mailServer();
  const mailer = mailerAt(`smtp://localhost:${port}`);
  for (const to of [
    'person@example.test, other@example.test',
    'person@example.test\r\nRCPT TO:<other@example.test>',
    'Person <other@example.test>',
  ])
    expect(await refusal(mailer.send({ ...mail, to }))).toMatchObject({ isPermanent: true });
  expect(taken).toEqual([]);
});
