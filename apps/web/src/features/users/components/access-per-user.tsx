import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { BookingsLost } from '../../bookings/public/bookings-lost.tsx';
import { fixedBecause, hasAccess, type Matrix } from '../public/access-model.ts';
import styles from '../access-screen.module.css';
import type { AccessUser } from '../unit-groups.ts';
import { accessChangesOf } from '../user-draft.ts';
import { useSaveAccess } from '../use-save-access.ts';
import { UnitPicker } from './unit-picker.tsx';

const NONE = new Map<string, boolean>();
const ROW_PX = 57;

/** The matrix has no room on a phone: choose a user, then their units. */
export function AccessPerUser(props: { matrix: Matrix; users: readonly AccessUser[]; base: ReadonlySet<string> }): ReactNode {
  const { matrix, users, base } = props;
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(users.length, ROW_PX, list);
  const [openId, setOpenId] = useState<number | null>(null);
  const open = users.find(({ id }) => id === openId);
  const countOf = (user: AccessUser): number => matrix.units.filter((unit) => hasAccess(base, NONE, user, unit)).length;
  return (
    <>
      <div ref={list} className={styles['people']} role="list" aria-label={t('UsersTitle')}>
        <div style={{ height: shown.before }} />
        {shown.indexes.map((index) => {
          const user = users[index];
          if (!user) return null;
          return (
            <div key={user.id} ref={shown.measure} data-index={index} role="listitem">
              <button type="button" className={styles['person']} disabled={user.is_admin} onClick={() => setOpenId(user.id)}>
                <span className={styles['personText']}>
                  <span className={styles['personName']}>{user.full_name}</span>
                  <span className={styles['soft']}>
                    {user.is_admin ? t('AccessAdmins') : t('UnitsGiven', { chosen: countOf(user), count: matrix.units.length })}
                  </span>
                </span>
                {!user.is_admin && <Icon name="chevron-right" />}
              </button>
            </div>
          );
        })}
        <div style={{ height: shown.after }} />
      </div>
      {open && <UserAccess key={open.id} user={open} matrix={matrix} base={base} onClose={() => setOpenId(null)} />}
    </>
  );
}

function UserAccess(props: { user: AccessUser; matrix: Matrix; base: ReadonlySet<string>; onClose: () => void }): ReactNode {
  const { user, matrix, base } = props;
  const t = useT();
  const save = useSaveAccess();
  const [before] = useState(() => matrix.units.filter((unit) => hasAccess(base, NONE, user, unit)).map(({ id }) => id));
  const [chosen, setChosen] = useState(before);
  const fixed = useMemo(
    () => new Set(matrix.units.filter((unit) => fixedBecause(user, unit) !== null).map(({ id }) => id)),
    [matrix, user],
  );
  const pairs = accessChangesOf(user.id, before, chosen);
  const isDirty = pairs.give.length + pairs.take.length > 0;
  const close = useCarefulClose(isDirty, props.onClose);
  return (
    <Sheet title={user.full_name} closeLabel={t('Close')} isOpen onClose={close}>
      <div className={styles['form']}>
        <UnitPicker units={matrix.units} chosen={chosen} fixed={fixed} isTall onChange={setChosen} />
        {pairs.take.length > 0 && <BookingsLost losses={pairs.take} isWarning />}
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button look="primary" disabled={!isDirty} isBusy={save.isPending} onClick={() => save.run(pairs, props.onClose)}>
            {save.isPending ? t('Saving') : t('Save')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
