import { type Brand, brandOf } from '@spora/contract/brands';
import { mailTexts, type MailTexts } from '@spora/messages/mail';
import { type Language, LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { createTranslateFrom, type TranslateFrom } from '@spora/messages/translate';
import type { LinkTo } from './links.ts';
import type { MailTemplate, MailTemplates } from './order.ts';
import { type MailBlock, writeMail } from './templates.ts';

const TRANSLATE = Object.fromEntries(
  LANGUAGES.map((language) => [language, createTranslateFrom<MailTexts>(language, mailTexts[language])]),
) as Readonly<Record<Language, TranslateFrom<MailTexts>>>;

export interface MailToRender<T extends MailTemplate = MailTemplate> {
  readonly template: T;
  readonly params: MailTemplates[T];
  readonly language: Language;
  readonly subsiteId: number;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address that a mail program posts to when its reader wants no more of these (RFC 8058). */
  readonly oneClickUrl?: string;
}

/** One mail as plain text and as HTML, in the recipient's language and the brand's name; nothing in it is fetched from anywhere. */
export function renderMail<T extends MailTemplate>(
  { template, params, language, subsiteId }: MailToRender<T>,
  linkTo: LinkTo,
): RenderedMail {
  const t = TRANSLATE[language];
  const brand = brandOf(subsiteId);
  const { subject, blocks, oneClick } = writeMail(template, params, {
    t,
    language,
    brand,
    linkTo: (path) => linkTo(subsiteId, path),
  });
  const footer = [
    t('MailFooter', { brand: brand.name }),
    t('MailQuestions', { email: brand.supportMail, phone: brand.supportPhone }),
  ];
  return {
    subject: oneLine(subject),
    text: `${[...blocks.map(plainBlock), `-- \n${footer.join('\n')}`].join('\n\n')}\n`,
    html: page({ subject: oneLine(subject), blocks, footer, brand, language, orLink: t('MailOrLink') }),
    ...(oneClick === undefined ? {} : { oneClickUrl: linkTo(subsiteId, oneClick) }),
  };
}

/** Names come from people: a line break of theirs must not become one of a header. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function plainBlock(block: MailBlock): string {
  if (block.kind === 'text') return oneLine(block.text);
  return block.kind === 'code' ? `    ${block.code}` : `${block.text}:\n${block.url}`;
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c);

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Styles stand at their elements, since many readers drop the head; the head only turns them for the dark. */
const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
body{background:#16191b!important;color:#e8ebec!important}
.sheet{background:#1f2426!important}
.brand{color:#e8ebec!important}
.code{background:#2b3134!important;color:#fff!important}
.quiet,.quiet a{color:#a9b2b6!important}
.rule{border-color:#3a4245!important}
.button{border-color:#8d989d!important}
}`;

interface Page {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  readonly footer: readonly string[];
  readonly brand: Brand;
  readonly language: Language;
  readonly orLink: string;
}

function page({ subject, blocks, footer, brand, language, orLink }: Page): string {
  const lang = LANGUAGE_FACTS[language].locale;
  const body = blocks.map((block) => htmlBlock(block, brand.mailAccent, orLink)).join('\n');
  const small = footer.map((line) => `<p style="margin:0 0 4px">${escape(line)}</p>`).join('\n');
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title><style>${DARK}</style></head>
<body style="margin:0;padding:24px 12px;background:#f2f4f5;color:#1b2023;${FONT};font-size:16px;line-height:1.5">
<div class="sheet" lang="${lang}" style="max-width:560px;margin:0 auto;padding:28px 24px;background:#ffffff;border-radius:12px;border-top:4px solid ${brand.mailAccent}">
<p class="brand" style="margin:0 0 20px;font-size:20px;font-weight:700;color:${brand.mailAccent}">${escape(brand.name)}</p>
${body}
<div class="quiet rule" style="margin-top:28px;padding-top:16px;border-top:1px solid #dde2e4;font-size:13px;color:#566166">
${small}
</div></div></body></html>
`;
}

function htmlBlock(block: MailBlock, accent: string, orLink: string): string {
  if (block.kind === 'text') return `<p style="margin:0 0 16px">${escape(block.text)}</p>`;
  if (block.kind === 'code')
    return `<p class="code" style="margin:0 0 16px;padding:16px;border-radius:8px;background:#eef1f2;font-size:32px;font-weight:700;letter-spacing:6px;text-align:center;font-variant-numeric:tabular-nums">${escape(block.code)}</p>`;
  const url = escape(block.url);
  if (block.kind === 'link')
    return `<p class="quiet" style="margin:0 0 16px;color:#566166"><a href="${url}" style="color:#566166">${escape(block.text)}</a></p>`;
  return `<p style="margin:24px 0"><a class="button" href="${url}" style="display:inline-block;padding:12px 20px;border:1px solid ${accent};border-radius:8px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none">${escape(block.text)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#566166">${escape(orLink)}<br><a href="${url}" style="color:#566166;word-break:break-all">${url}</a></p>`;
}
