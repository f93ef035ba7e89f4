import type { PendingEmail } from '@spora/contract/users/pending-email';
import type { Profile, UserRow } from '@spora/contract/users/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSessionStore, useUser } from '../../../lib/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { OwnProofForm, type Proof } from '../../second-factor/public/proof-form.tsx';
import { useProfileChange, useUserWrite } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import styles from './pending-email.module.css';

/** One's own address that waits: what it waits for, and what can be done about it. */
export function OwnPendingEmail(props: { profile: Profile; pending: PendingEmail }): ReactNode {
  const { pending } = props;
  const t = useT();
  const [opened, setOpened] = useState<'agree' | 'withdraw' | null>(null);
  const resend = useProfileChange((send, _: void) => call(send, 'users.resend-email', {}));
  const withdraw = useProfileChange((send, _: void) => call(send, 'users.withdraw-email', {}));
  const close = (): void => setOpened(null);
  return (
    <div className={styles['pending']}>
      <Waits pending={pending} agree={t('PendingEmailAgreeOwn')} />
      {pending.is_in_force && <Banner tone="warning">{t('PendingEmailClosed')}</Banner>}
      <div className={styles['acts']}>
        {!pending.is_agreed && (
          <Button isSmall look="primary" onClick={() => setOpened('agree')}>
            {t('PendingEmailDone')}
          </Button>
        )}
        <SendAgain isBusy={resend.isPending} send={() => resend.mutateAsync()} />
        {!pending.is_in_force && (
          <Button isSmall onClick={() => setOpened('withdraw')}>
            {t('PendingEmailWithdraw')}
          </Button>
        )}
      </div>
      {opened === 'agree' && <AgreeDialog pending={pending} onClose={close} />}
      {opened === 'withdraw' && (
        <WithdrawDialog
          pending={pending}
          isBusy={withdraw.isPending}
          failure={withdraw.error}
          onWithdraw={(onSuccess) => withdraw.mutate(undefined, { onSuccess })}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The same of a member, for an administrator: nobody agrees in somebody else's stead. */
export function UserPendingEmail(props: { user: UserRow; pending: PendingEmail }): ReactNode {
  const { user, pending } = props;
  const t = useT();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const params = { id: user.id };
  const resend = useUserWrite((send, _: void) => call(send, 'users.resend-user-email', { params }));
  const withdraw = useUserWrite((send, _: void) => call(send, 'users.withdraw-user-email', { params }));
  return (
    <div className={styles['pending']}>
      <Waits pending={pending} agree={t('PendingEmailAgree')} />
      <div className={styles['acts']}>
        <SendAgain isBusy={resend.isPending} send={() => resend.mutateAsync()} />
        {!pending.is_in_force && (
          <Button isSmall onClick={() => setWithdrawing(true)}>
            {t('PendingEmailWithdraw')}
          </Button>
        )}
      </div>
      {isWithdrawing && (
        <WithdrawDialog
          pending={pending}
          isBusy={withdraw.isPending}
          failure={withdraw.error}
          onWithdraw={(onSuccess) => withdraw.mutate(undefined, { onSuccess })}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </div>
  );
}

function SendAgain(props: { isBusy: boolean; send: () => Promise<unknown> }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const send = (): Promise<unknown> =>
    props.send().then(
      () => toasts.show({ text: t('LinksSent') }),
      (error: unknown) => toasts.show({ text: errors.text(error), tone: 'danger' }),
    );
  return (
    <Button isSmall icon="mail" isBusy={props.isBusy} onClick={() => void send()}>
      {t('SendLinkAgain')}
    </Button>
  );
}

function Waits(props: { pending: PendingEmail; agree: string }): ReactNode {
  const { pending } = props;
  const t = useT();
  return (
    <>
      <p>
        <strong>{t('PendingEmail', { email: pending.email })}</strong>
      </p>
      <p className={frame['soft']}>
        {[
          ...(pending.ordered_by === 'member' ? [] : [t('PendingEmailBy', { name: pending.by_name })]),
          ...(pending.is_proven ? [] : [t('PendingEmailProof')]),
          ...(pending.is_agreed ? [] : [props.agree]),
        ].join(' ')}
      </p>
    </>
  );
}

function AgreeDialog(props: { pending: PendingEmail; onClose: () => void }): ReactNode {
  const { pending, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const session = useSessionStore();
  const user = useUser();
  const agree = useProfileChange((send, body: Proof) => call(send, 'users.agree-to-email', { body }));
  const save = (proof: Proof): void =>
    agree.mutate(proof, {
      onSuccess: (profile) => {
        const { PrivateIsClosed: _, ...open } = user;
        session.update({ ...(profile.sign_on_waits ? user : open), Email: profile.email });
        toasts.show({ text: t('PendingEmailAgreed', { email: pending.email }) });
        onClose();
      },
    });
  return (
    <Dialog title={t('PendingEmailAgreeTitle', { email: pending.email })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <OwnProofForm
        label={t('PendingEmailAgreeTitle', { email: pending.email })}
        submit={t('PendingEmailDone')}
        isBusy={agree.isPending}
        failure={agree.error}
        onProof={save}
        onClose={onClose}
      >
        <p className={frame['soft']}>{t(pending.is_in_force ? 'PendingEmailAgreeInForce' : 'PendingEmailAgreeText')}</p>
      </OwnProofForm>
    </Dialog>
  );
}

function WithdrawDialog(props: {
  pending: PendingEmail;
  isBusy: boolean;
  failure: Error | null;
  onWithdraw: (onSuccess: () => void) => void;
  onClose: () => void;
}): ReactNode {
  const { pending, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const save = (): void =>
    props.onWithdraw(() => {
      toasts.show({ text: t('PendingEmailWithdrawn', { email: pending.email }) });
      onClose();
    });
  return (
    <Dialog title={t('PendingEmailWithdrawTitle', { email: pending.email })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['dialog']}>
        <p>{t('PendingEmailWithdrawText')}</p>
        <FailureBanner failure={props.failure} onRetry={save} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={props.isBusy} onClick={save}>
            {t('PendingEmailWithdraw')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
