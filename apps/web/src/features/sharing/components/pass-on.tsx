import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** Puts an address where it can be pasted from; a phone also hands it to its own programs (messages, mail). */
export function PassOn(props: { address: string; title: string }): ReactNode {
  const { address, title } = props;
  const t = useT();
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
        // Whoever reads the mail is told no more than the page tells.
        <a
          className={buttonClass({ isSmall: true })}
          href={`mailto:?subject=${encodeURIComponent(title || t('ShareMailSubject'))}&body=${encodeURIComponent(address)}`}
        >
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
