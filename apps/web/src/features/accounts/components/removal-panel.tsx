import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useSessionStore, useUser } from '../../../lib/session-context.tsx';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { askRemoval, removalQuery, undoRemoval, useSettingsWrite } from '../settings-queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../../../ui/settings.module.css';
import { Loaded } from '../../../ui/loaded.tsx';

type Removal = DataOf<'accounts.removal'>;

/** SEC-015, ADM-006: the end of the account, asked for with the password and undone until its day. */
export function RemovalPanel(): ReactNode {
  return (
    <Loaded query={useQuery(removalQuery(useSend()))}>
      {(removal) =>
        removal.due_at === null ? <AskRemoval removal={removal} /> : <Asked removal={removal} dueAt={removal.due_at} />
      }
    </Loaded>
  );
}

function AskRemoval(props: { removal: Removal }): ReactNode {
  const { removal } = props;
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles['line']}>
      <p className={frame['soft']}>{t('RemovalLead', { days: removal.waiting_days })}</p>
      <Button onClick={() => setOpen(true)}>{t('RemovalOpen')}</Button>
      {isOpen && <AskDialog removal={removal} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** What goes stands above the button that names the account. */
function AskDialog(props: { removal: Removal; onClose: () => void }): ReactNode {
  const { removal, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const session = useSessionStore();
  const user = useUser();
  const [password, setPassword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const write = useSettingsWrite(askRemoval);
  const save = (): void =>
    write.mutate(password, {
      onSuccess: ({ due_at }) => {
        session.update({ ...user, RemovalDueAt: due_at });
        toasts.show({ text: t('RemovalAskedFor') });
        onClose();
      },
      onError: () => input.current?.focus(),
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!write.isPending) save();
  };
  const title = t('RemovalNamed', { account: user.AccountName });
  const refused = useRefusals(write.error, { password });
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={submit} noValidate aria-label={title}>
        <ul className={styles['list']}>
          <li>{t('RemovalUnits', { count: removal.units })}</li>
          <li>{t('RemovalUsers', { count: removal.users })}</li>
          <li>{t('RemovalTrips', { count: removal.trips })}</li>
        </ul>
        <Banner tone="warning">{t(user.IsPrivatePerson ? 'RemovalLog' : 'RemovalLaw')}</Banner>
        <p className={frame['soft']}>{t('RemovalWait', { days: removal.waiting_days })}</p>
        <TextField
          ref={input}
          label={t('CurrentPassword')}
          name="current-password"
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={refused['password'] ?? null}
        />
        <FailureBanner failure={write.error} ownFields={['password']} onRetry={save} />
        <div className={styles['ends']} data-at="end">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="danger" isBusy={write.isPending} disabled={password === ''}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Asked(props: { removal: Removal; dueAt: string }): ReactNode {
  const { removal, dueAt } = props;
  const t = useT();
  const format = useFormat();
  return (
    <Banner tone="danger" action={<KeepAccount />}>
      {t('RemovalIsAsked', {
        name: removal.asked_by ?? '',
        day: format.day(removal.asked_at ?? dueAt),
        due: format.dateTime(dueAt),
      })}
    </Banner>
  );
}

function KeepAccount(): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const session = useSessionStore();
  const user = useUser();
  const write = useSettingsWrite((send) => undoRemoval(send));
  return (
    <Button
      isBusy={write.isPending}
      onClick={() =>
        write.mutate(undefined, {
          onSuccess: () => {
            session.update({ ...user, RemovalDueAt: null });
            toasts.show({ text: t('RemovalUndone') });
          },
          onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }),
        })
      }
    >
      {t('RemovalKeep')}
    </Button>
  );
}

/** On every page of an administrator, while there is still time to keep the account. */
export function RemovalBanner(): ReactNode {
  const t = useT();
  const format = useFormat();
  const { RemovalDueAt } = useUser();
  if (RemovalDueAt === null) return null;
  return (
    <Banner tone="danger" isFlush action={<KeepAccount />}>
      {t('RemovalBanner', { due: format.dateTime(RemovalDueAt) })}
    </Banner>
  );
}
