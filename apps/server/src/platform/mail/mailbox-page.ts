/** The demo's mailbox as pages without script, in English only: they are read by whoever develops or tries the product. */

export interface MailHead {
  readonly id: number;
  readonly at: Date;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
}
export interface MailWhole extends MailHead {
  readonly text_body: string;
  readonly file_name: string | null;
}

/** A text message or a push: the list says all of it. */
export interface LocalMessage {
  readonly at: Date;
  readonly channel: string;
  readonly sender: string;
  readonly recipient: string;
  readonly title: string;
  readonly body: string;
  readonly parts: number | null;
  readonly path: string | null;
}

/** How the clock may be moved; null is back to the present. */
export const CLOCK_STEPS = [
  { name: 'minute', label: '1 minute on', ms: 60_000 },
  { name: 'ten-minutes', label: '10 minutes on', ms: 600_000 },
  { name: 'hour', label: '1 hour on', ms: 3_600_000 },
  { name: 'now', label: 'Back to now', ms: null },
] as const;

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c);

const timeOf = (at: Date): string =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

const page = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><link rel="stylesheet" href="/mailbox.css">${head}</head>
<body>${body}</body></html>`;

const mailRow = ({ id, at, recipient, subject }: MailHead): string =>
  `<li><a href="/mailbox/${id}"><strong>${escape(subject)}</strong><span>To ${escape(recipient)}</span><span>${timeOf(at)}</span></a></li>`;

function messageRow({ at, channel, sender, recipient, title, body, parts, path }: LocalMessage): string {
  const head =
    channel === 'sms'
      ? `Text message from ${escape(sender)}, ${parts === 1 ? '1 part' : `${parts ?? 0} parts`}`
      : `Push: ${path === null ? escape(title) : `<a href="${escape(path)}">${escape(title)}</a>`}`;
  return `<li class="message"><strong>${head}</strong><p>${linked(body)}</p><span>To ${escape(recipient)}</span><span>${timeOf(at)}</span></li>`;
}

/** The newest mails and messages, and the clock; its script fetches the list again every few seconds, and leaves the rest as it is. */
export function listPage(
  mails: readonly MailHead[],
  messages: readonly LocalMessage[],
  { now, aheadMs }: { now: Date; aheadMs: number },
): string {
  const rows = [
    ...mails.map((mail) => ({ at: mail.at, html: mailRow(mail) })),
    ...messages.map((message) => ({ at: message.at, html: messageRow(message) })),
  ]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ html }) => html);
  return page(
    'Mailbox of the demo',
    `<header><h1>Mailbox of the demo</h1>
<p>Mail, text messages and push that this demo would have sent stay here. Only this computer can open this page. What is new appears by itself.</p></header>
<main><div id="mails" aria-live="polite">${rows.length > 0 ? `<ul class="mails">${rows.join('\n')}</ul>` : EMPTY}</div>
${clockForm(now, aheadMs)}</main>`,
    '<script src="/mailbox.js" defer></script>',
  );
}

const EMPTY = '<p class="empty">No mail yet. Ask for a new password, or sign in as somebody with two-step sign-in.</p>';

/** A page that loaded itself again would take the focus out of the hands of who uses the keyboard. */
export const MAILBOX_SCRIPT = `setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch('/mailbox').catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('mails');
  const shown = document.getElementById('mails');
  if (fresh && shown && fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes);
}, 2000);
`;

function clockForm(now: Date, aheadMs: number): string {
  const buttons = CLOCK_STEPS.map(
    ({ name, label, ms }) =>
      `<button name="step" value="${name}"${ms === null && aheadMs === 0 ? ' disabled' : ''}>${label}</button>`,
  );
  return `<section aria-labelledby="clock"><h2 id="clock">Clock</h2>
<p>To try lock-outs and codes that expire without waiting, the clock of the web application can be moved on. Now it is ${timeOf(now)}${
    aheadMs > 0 ? `, <strong>${spanOf(aheadMs)} ahead</strong>` : ''
  }. Trackers, jobs and mail keep the real time.</p>
<form method="post" action="/mailbox/clock">${buttons.join(' ')}</form></section>`;
}

function spanOf(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.round(ms / 60_000) % 60];
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ');
}

/** One mail: its heads, its code in large, its text with the links to follow, and its HTML in a frame that runs nothing. */
export function mailPage({ id, at, sender, recipient, subject, text_body, file_name }: MailWhole): string {
  const file = file_name ? `<dt>File</dt><dd><a href="/mailbox/${id}/file" download>${escape(file_name)}</a></dd>` : '';
  const code = /^ +(\d{4,10})$/m.exec(text_body)?.[1];
  return page(
    subject,
    `<header><p><a href="/mailbox">All mail</a></p><h1>${escape(subject)}</h1>
<dl><dt>From</dt><dd>${escape(sender)}</dd><dt>To</dt><dd>${escape(recipient)}</dd><dt>Sent</dt><dd>${timeOf(at)}</dd>${file}</dl></header>
<main>${code ? `<p class="code" aria-label="The code">${code}</p>` : ''}
<section aria-labelledby="as-text"><h2 id="as-text">As text</h2><pre>${linked(text_body)}</pre></section>
<section aria-labelledby="as-html"><h2 id="as-html">As HTML</h2>
<iframe title="The mail as HTML" src="/mailbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<p><a href="/mailbox/${id}/html">Open it alone</a></p></section></main>`,
  );
}

const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, i) => (i % 2 === 1 ? `<a href="${escape(part)}">${escape(part)}</a>` : escape(part)))
    .join('');

export const MAILBOX_STYLE = `:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); --soft: color-mix(in srgb, currentColor 7%, transparent); }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 48rem; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; }
.mails { border-top: 1px solid var(--line); list-style: none; margin: 1rem 0; padding: 0; }
.mails a { border-bottom: 1px solid var(--line); color: inherit; display: grid; gap: .125rem; padding: .75rem .5rem; text-decoration: none; overflow-wrap: anywhere; }
.mails .message { border-bottom: 1px solid var(--line); display: grid; gap: .125rem; padding: .75rem .5rem; overflow-wrap: anywhere; }
.mails .message a { border: 0; display: inline; padding: 0; text-decoration: underline; }
.message p { margin: 0; white-space: pre-wrap; }
.mails a:hover { background: var(--soft); }
.mails span { font-size: .875rem; opacity: .8; }
a:focus-visible, button:focus-visible { outline: 2px solid; outline-offset: 2px; }
.empty { background: var(--soft); border-radius: .5rem; padding: 1rem; }
dl { display: grid; gap: 0 .75rem; grid-template-columns: max-content 1fr; margin: 0; }
dt { opacity: .8; }
dd { margin: 0; overflow-wrap: anywhere; }
.code { background: var(--soft); border-radius: .75rem; font-size: clamp(2.25rem, 12vw, 4rem); font-variant-numeric: tabular-nums; font-weight: 700; letter-spacing: .12em; margin: 1.5rem 0 0; padding: 1rem; text-align: center; user-select: all; }
pre { background: var(--soft); border-radius: .5rem; font: inherit; margin: 0; overflow-wrap: anywhere; padding: 1rem; white-space: pre-wrap; }
iframe { background: Canvas; border: 1px solid var(--line); border-radius: .5rem; height: 32rem; width: 100%; }
form { display: flex; flex-wrap: wrap; gap: .5rem; }
button { border: 1px solid var(--line); border-radius: .5rem; background: var(--soft); color: inherit; cursor: pointer; font: inherit; min-height: 2.75rem; padding: 0 1rem; }
button:disabled { cursor: default; opacity: .5; }
`;
