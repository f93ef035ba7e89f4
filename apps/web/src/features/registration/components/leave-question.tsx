import { useEffect, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
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

/** Where somebody wanted to go: a link's address, or `back` in the browser's history. */
type Wanted = { readonly href: string } | 'back';

/**
 * An entry over the form's own, once something is typed: what Back takes then is this one, and the form can ask before it goes. Whoever
 * leaves by a link replaces it, so that Back leads from there to the form as it always did.
 */
const HELD = { isHeld: true };
const isHeld = (): boolean => (history.state as Partial<typeof HELD> | null)?.isHeld === true;
const hold = (): void => {
  if (!isHeld()) history.pushState(HELD, '', location.href);
};

/** Within so long the browser has gone back, if there is anything to go back to. */
const GONE_BACK_MS = 500;

function leave(wanted: Wanted): void {
  if (wanted !== 'back') return navigateTo(wanted.href, { replace: isHeld() });
  // The form may be the first that this tab has shown.
  const late = setTimeout(() => navigateTo(ADDRESSES.start, { replace: true }), GONE_BACK_MS);
  window.addEventListener('popstate', () => clearTimeout(late), { once: true });
  history.back();
}

/** NAV-039: asks before a link, Back or a closed tab throws away a form that, unlike the wizard, is kept nowhere. */
export function LeaveQuestion({ isDirty }: { isDirty: boolean }): ReactNode {
  const t = useT();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  useEffect(() => {
    if (!isDirty) return undefined;
    hold();
    const onClick = (event: MouseEvent): void => {
      const href = leadsTo(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted({ href });
    };
    const form = location.pathname;
    const onBack = (): void => {
      if (location.pathname === form && !isHeld()) setWanted('back');
    };
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    // Before the links themselves hear of it; those of the frame around the form too.
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('popstate', onBack);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('popstate', onBack);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty]);
  if (wanted === null) return null;
  const stay = (): void => {
    hold();
    setWanted(null);
  };
  return (
    <Modal
      title={t('UnsavedTitle')}
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>{t('KeepEditing')}</Button>
          <Button look="danger" onClick={() => leave(wanted)}>
            {t('LeaveUnsaved')}
          </Button>
        </>
      }
    >
      <p>{t('UnsavedText')}</p>
    </Modal>
  );
}
