import type { DataOf } from '@spora/contract/endpoint-map';
import { SIGN_ON_CLIENT_MAX, SIGN_ON_ISSUER_MAX, SIGN_ON_SECRET_MAX } from '@spora/contract/limits';
import { useRef, useState, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ChangedMeanwhile, isChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { saveSettings, testSettings, useSignOnWrite } from '../queries.ts';
import type { Proof } from '../../second-factor/public/proof-form.tsx';
import styles from '../sign-on.module.css';
import { ProofDialog } from './proof-dialog.tsx';

type Settings = DataOf<'single-sign-on.settings'>;

const FIELDS = ['issuer', 'client_id', 'is_on', 'is_only_way', 'asks_second_factor', 'has_secret'] as const;
type Facts = Pick<Settings, (typeof FIELDS)[number]>;
/** What the form begins with, as it was told (ERR-041). */
const factsOf = (settings: Settings): Facts =>
  Object.fromEntries(FIELDS.map((field) => [field, settings[field]])) as unknown as Facts;
const formOf = ({ has_secret: _has, ...facts }: Facts) => ({ ...facts, client_secret: '' });

const OWN_FIELDS = ['issuer', 'client_id', 'client_secret'];

/** Which provider, and what signing in there stands for here. */
export function ProviderForm({ settings }: { settings: Settings }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const errors = useErrorText();
  const onOff = (isOn: boolean): string => (isOn ? t('SettingOn') : t('SettingOff'));
  const write = useSignOnWrite(saveSettings);
  // What it was when the form was opened, taken over or saved.
  const [began, setBegan] = useState(() => factsOf(settings));
  const [proving, setProving] = useState<'save' | 'overwrite' | null>(null);
  const { form, set, restart, rebase, errorOf, submit, place, isUnsaved } = useDraftForm({
    first: formOf(began),
    faultsOf: ({ issuer, client_id, client_secret }) => ({
      issuer: URL.canParse(issuer.trim()) ? null : 'SignOnIssuerInvalid',
      client_id: client_id.trim() ? null : 'SignOnSpecifyClient',
      client_secret: client_secret.trim() || settings.has_secret ? null : 'SignOnSpecifySecret',
    }),
    write,
    send: () => ask('save'),
  });
  const ask = (what: 'save' | 'overwrite'): void => {
    write.reset();
    setProving(what);
  };
  const begin = (facts: Facts): void => {
    setBegan(facts);
    restart(formOf(facts));
  };
  const save = (proof: Proof): void => {
    const { client_secret: secret, ...rest } = form;
    const wanted = { ...rest, issuer: rest.issuer.trim(), client_id: rest.client_id.trim() };
    const typed = secret.trim() ? { client_secret: secret.trim() } : {};
    write.mutate(
      { ...wanted, ...typed, ...proof, ...(proving === 'overwrite' ? {} : { was: { ...began } }) },
      {
        onSuccess: () => {
          begin({ ...wanted, has_secret: true });
          setProving(null);
          toasts.show({ text: t('SignOnSaved') });
        },
        // What is wrong with the form is shown there.
        onError: (error) => {
          if (isChangedMeanwhile(error) || OWN_FIELDS.some((field) => field in errors.fields(error))) setProving(null);
        },
      },
    );
  };
  useUnsavedChanges(isUnsaved);
  const texts: Record<keyof Facts, readonly [label: string, value: string]> = {
    issuer: [t('SignOnIssuer'), settings.issuer],
    client_id: [t('SignOnClient'), settings.client_id],
    is_on: [t('SignOnIsOn'), onOff(settings.is_on)],
    is_only_way: [t('SignOnOnlyWay'), onOff(settings.is_only_way)],
    asks_second_factor: [t('SignOnSecondFactor'), onOff(settings.asks_second_factor)],
    has_secret: [t('SignOnSecret'), onOff(settings.has_secret)],
  };
  const theirs = proving === null ? meanwhileOf<Facts>(write.error, began, factsOf(settings), texts) : null;
  return (
    <>
      <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('SignOnProvider')}>
        <Redirect uri={settings.redirect_uri} />
        <TextField
          label={t('SignOnIssuer')}
          help={t('SignOnIssuerHelp')}
          name="issuer"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={SIGN_ON_ISSUER_MAX}
          value={form.issuer}
          onChange={(event) => set('issuer', event.target.value)}
          error={errorOf('issuer')}
        />
        <TextField
          label={t('SignOnClient')}
          name="client_id"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SIGN_ON_CLIENT_MAX}
          value={form.client_id}
          onChange={(event) => set('client_id', event.target.value)}
          error={errorOf('client_id')}
        />
        <TextField
          label={t('SignOnSecret')}
          help={settings.has_secret ? t('SignOnSecretKept') : undefined}
          name="client_secret"
          type="password"
          autoComplete="off"
          maxLength={SIGN_ON_SECRET_MAX}
          value={form.client_secret}
          onChange={(event) => set('client_secret', event.target.value)}
          error={errorOf('client_secret')}
        />
        <CheckBox label={t('SignOnIsOn')} checked={form.is_on} onChange={(is) => set('is_on', is)} />
        <CheckBox
          label={t('SignOnOnlyWay')}
          help={t(form.is_only_way && !began.is_only_way ? 'SignOnOnlyWayFirst' : 'SignOnOnlyWayHelp')}
          checked={form.is_only_way}
          onChange={(is) => set('is_only_way', is)}
        />
        <CheckBox
          label={t('SignOnSecondFactor')}
          help={t('SignOnSecondFactorHelp')}
          checked={form.asks_second_factor}
          onChange={(is) => set('asks_second_factor', is)}
        />
        {theirs && (
          <ChangedMeanwhile
            changes={theirs}
            onTakeTheirs={() => {
              const facts = factsOf(settings);
              setBegan(facts);
              rebase(formOf(facts));
              write.reset();
            }}
            onOverwrite={() => ask('overwrite')}
          />
        )}
        <div className={styles['ends']}>
          <Button type="submit" look="primary">
            {t('SignOnSave')}
          </Button>
        </div>
      </form>
      {proving && (
        <ProofDialog
          title={t('SignOnSaveTitle')}
          submit={t('SignOnSave')}
          write={write}
          onProof={save}
          onClose={() => {
            setProving(null);
            write.reset();
          }}
        >
          <p>{t('SignOnSaveText')}</p>
        </ProofDialog>
      )}
      {settings.has_secret && <ConnectionTest />}
    </>
  );
}

/** What the provider is told: nothing that is filled in here. Where the browser forbids copying (plain HTTP) it is selected instead. */
function Redirect({ uri }: { uri: string }): ReactNode {
  const t = useT();
  const text = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    if (text.current) getSelection()?.selectAllChildren(text.current);
    // Absent on plain-HTTP origins, whatever its type says.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    void clipboard?.writeText(uri).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className={styles['given']} role="group" aria-label={t('SignOnRedirect')}>
      <strong>{t('SignOnRedirect')}</strong>
      <span className={styles['givenValue']}>
        <code ref={text} className={styles['code']}>
          {uri}
        </code>
        <IconButton icon={isCopied ? 'check' : 'copy'} isSmall label={t('Copy')} onClick={copy} />
      </span>
      <span className={styles['givenHelp']}>{t('SignOnRedirectHelp')}</span>
      <span role="status" className="visually-hidden">
        {isCopied && t('Copied')}
      </span>
    </div>
  );
}

/** What the server finds out about the saved settings. */
function ConnectionTest(): ReactNode {
  const t = useT();
  const test = useSignOnWrite(testSettings);
  return (
    <div className={styles['form']}>
      <div className={styles['ends']}>
        <Button isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
          {t('SignOnTest')}
        </Button>
      </div>
      <FailureBanner failure={test.error} />
      <div role="status">
        {test.data && (
          <dl className={styles['form']}>
            {test.data.checks.map(({ check, problem }) => (
              <div key={check}>
                <dt>{t(`SignOnCheck-${check}`)}</dt>
                <dd>{problem === null ? t('SignOnCheckRight') : t(`SignOnProblem-${problem}`)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}
