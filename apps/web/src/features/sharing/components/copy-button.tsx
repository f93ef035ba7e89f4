import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';

/** Puts an address where it can be pasted from. */
export function CopyButton({ address }: { address: string }): ReactNode {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Button isSmall icon={isCopied ? 'check' : 'copy'} onClick={copy}>
      {isCopied ? t('ShareCopied') : t('ShareCopy')}
    </Button>
  );
}
