import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { navigateTo } from '../../../lib/navigate.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';

/** The address of a link that leads away from this page in this tab; null for any other press. */
function leadsTo(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || opensElsewhere || link.target === '_blank' || link.origin !== location.origin) return null;
  return link.pathname + link.search;
}

/** NAV-039: asks before a link or a closed tab throws away a form that, unlike the wizard, is kept nowhere. */
export function LeaveQuestion({ isDirty }: { isDirty: boolean }): ReactNode {
  const t = useT();
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (!isDirty) return undefined;
    const onClick = (event: MouseEvent): void => {
      const href = leadsTo(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(href);
    };
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    // Before the links themselves hear of it; those of the frame around the form too.
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty]);
  if (wanted === null) return null;
  const stay = (): void => setWanted(null);
  return (
    <Modal
      title={t('UnsavedTitle')}
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>{t('KeepEditing')}</Button>
          <Button look="danger" onClick={() => navigateTo(wanted)}>
            {t('LeaveUnsaved')}
          </Button>
        </>
      }
    >
      <p>{t('UnsavedText')}</p>
    </Modal>
  );
}
