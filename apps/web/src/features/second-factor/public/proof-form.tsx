import type { PasskeyAnswer } from '@spora/contract/auth/proof';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { knowsPasskeys } from '../../../lib/knows-passkeys.ts';
import { askPasskey, isCancelled } from '../../../lib/passkeys.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from '../factors.module.css';
import { factorsQuery } from '../queries.ts';

/** What a call takes beside its own: the password, and where one is set up a factor. */
export interface Proof {
  readonly password: string;
  readonly code?: string;
  readonly passkey?: PasskeyAnswer;
}

/** Asks again for the password, and for a factor where the person has one; `children` are the form's own fields. */
export function ProofForm(props: {
  label: string;
  needsCode: boolean;
  hasPasskey: boolean;
  submit: string;
  look?: 'primary' | 'danger';
  isBusy: boolean;
  failure: unknown;
  ownFields?: readonly string[];
  onProof: (proof: Proof) => void;
  onClose: () => void;
  /** `children` have the first field. */
  isAfterOwn?: boolean;
  children?: ReactNode;
}): ReactNode {
  const { needsCode, onProof } = props;
  const t = useT();
  const send = useSend();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const passkey = useMutation({
    mutationFn: async () => askPasskey((await call(send, 'second-factor.proof-options', {})).options),
    onSuccess: (answer) => onProof({ password, passkey: answer }),
  });
  const fields = useRefusals(props.failure, { password, code });
  const isBusy = props.isBusy || passkey.isPending;
  const passwordInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const wrong = fields['password'] ? passwordInput : fields['code'] ? codeInput : null;
  useEffect(() => wrong?.current?.focus(), [wrong, props.failure]);
  const prove = (): void => onProof({ password, ...(needsCode ? { code } : {}) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) prove();
  };
  const failure = passkey.error !== null && !isCancelled(passkey.error) ? passkey.error : props.failure;
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={props.label}>
      {props.children}
      <TextField
        ref={passwordInput}
        label={t('CurrentPassword')}
        name="current-password"
        type="password"
        autoComplete="current-password"
        autoFocus={!props.isAfterOwn}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={fields['password'] ?? null}
      />
      {needsCode && (
        <TextField
          ref={codeInput}
          label={t('ProofCode')}
          name="one-time-code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={fields['code'] ?? null}
        />
      )}
      {needsCode && props.hasPasskey && knowsPasskeys() && (
        <div className={styles['start']}>
          <Button isBusy={passkey.isPending} disabled={props.isBusy} onClick={() => passkey.mutate()}>
            {t('ProofPasskey')}
          </Button>
        </div>
      )}
      <FailureBanner failure={failure} ownFields={['password', 'code', ...(props.ownFields ?? [])]} onRetry={prove} />
      <div className={styles['ends']}>
        <Button onClick={props.onClose}>{t('Cancel')}</Button>
        <Button type="submit" look={props.look ?? 'primary'} isBusy={props.isBusy} disabled={passkey.isPending}>
          {props.submit}
        </Button>
      </div>
    </form>
  );
}

/** The same, which finds out by itself what this person has; until it knows it asks for the password alone. */
export function OwnProofForm(props: Omit<ComponentProps<typeof ProofForm>, 'needsCode' | 'hasPasskey'>): ReactNode {
  const { data } = useQuery(factorsQuery(useSend()));
  return <ProofForm {...props} needsCode={data?.needs_code ?? false} hasPasskey={(data?.passkeys.length ?? 0) > 0} />;
}
