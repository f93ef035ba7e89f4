import type { ShareLink } from '@spora/contract/sharing/endpoints';
import { useState, type ReactNode } from 'react';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** What the mail says beside the address: whoever reads it is told no more than the page tells. */
export type Passed = Pick<ShareLink, 'title' | 'units' | 'shows_names' | 'expires_at'>;

/**
 * Puts an address where it can be pasted from; a phone also hands it to its own programs (messages, mail). Of a link of which no more is
 * known than that it was made, the mail has the address alone.
 */
export function PassOn({ address, link }: { address: string; link: Passed | undefined }): ReactNode {
  const t = useT();
  const mail = useMail(address, link);
  const [isCopied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  // Whoever closes the phone's own choice changes nothing.
  const pass = (): void => void navigator.share({ url: address }).catch(() => undefined);
  return (
    <>
      {'share' in navigator ? (
        <Button isSmall icon="share" onClick={pass}>
          {t('ShareSend')}
        </Button>
      ) : (
        <a className={buttonClass({ isSmall: true })} href={mail}>
          <Icon name="mail" size={16} />
          {t('ShareMail')}
        </a>
      )}
      <Button isSmall icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {isCopied ? t('ShareCopied') : t('ShareCopy')}
      </Button>
    </>
  );
}

/** A mail with the link, in the sender's language and by the clock of the sender's account. */
function useMail(address: string, link: Passed | undefined): string {
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const sentence = (): string => {
    if (!link) return '';
    const what = link.shows_names ? listText(link.units, language) : t('ShareMailUnits', { count: link.units.length });
    return `${t('ShareMailBody', { what, time: format.dateTime(link.expires_at) })}\r\n\r\n`;
  };
  const subject = link?.title || t('ShareMailSubject');
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(sentence() + address)}`;
}
