import type { FactorRequirement, OwnFactors, RequirementFacts } from '@spora/contract/second-factor/endpoints';
import { FACTOR_REQUIREMENTS } from '@spora/contract/second-factor/values';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, differences, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import frame from '../../../ui/section.module.css';
import { SelectField } from '../../../ui/select-field.tsx';
import settings from '../../../ui/settings.module.css';
import { useToasts } from '../../../ui/toast.tsx';
import { ProofForm, type Proof } from './proof-form.tsx';
import { factorsQuery, requirementQuery, useFactorWrite } from '../queries.ts';

/** Whom the account requires a second factor of. */
export function RequirementScreen(): ReactNode {
  const t = useT();
  const query = useQuery(requirementQuery(useSend()));
  return (
    <div className={settings['screen']}>
      <section className={frame['section']}>
        <h2>{t('RequirementTitle')}</h2>
        <Loaded query={query}>{(facts) => <RequirementForm facts={facts} />}</Loaded>
      </section>
    </div>
  );
}

type Requirement = Pick<RequirementFacts, 'required_of' | 'is_mail_enough'>;

function RequirementForm(props: { facts: RequirementFacts }): ReactNode {
  const { facts } = props;
  const t = useT();
  const isVisit = useUser().Support !== undefined;
  const [draft, setDraft] = useState<Requirement | null>(null);
  // What it was when it was changed first, whatever has been told of it since (ERR-041).
  const [began, setBegan] = useState<Requirement | null>(null);
  const [proving, setProving] = useState<'save' | 'overwrite' | null>(null);
  const [isOther, setOther] = useState(false);
  const { required_of, is_mail_enough } = draft ?? facts;
  const isDirty = required_of !== facts.required_of || is_mail_enough !== facts.is_mail_enough;
  useUnsavedChanges(isDirty);
  const set = (next: Requirement): void => {
    setDraft(next);
    setBegan((before) => before ?? { required_of: facts.required_of, is_mail_enough: facts.is_mail_enough });
  };
  const forget = (): void => {
    setDraft(null);
    setBegan(null);
    setOther(false);
  };
  const texts: Record<keyof Requirement, readonly [label: string, value: string]> = {
    required_of: [t('RequirementOf'), t(`Requirement_${facts.required_of}`)],
    is_mail_enough: [t('RequirementMail'), facts.is_mail_enough ? t('SettingOn') : t('SettingOff')],
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty) setProving('save');
  };
  return (
    <>
      <form className={settings['form']} onSubmit={submit} noValidate aria-label={t('RequirementTitle')}>
        <p className={frame['soft']}>{t('RequirementLead')}</p>
        <p>{t('RequirementWithout', { count: facts.without })}</p>
        <SelectField
          label={t('RequirementOf')}
          name="required_of"
          disabled={isVisit}
          value={required_of}
          onChange={(event) => set({ required_of: event.target.value as FactorRequirement, is_mail_enough })}
        >
          {FACTOR_REQUIREMENTS.map((of) => (
            <option key={of} value={of}>
              {t(`Requirement_${of}`)}
            </option>
          ))}
        </SelectField>
        <CheckBox
          label={t('RequirementMail')}
          help={t('RequirementMailHelp')}
          checked={is_mail_enough}
          onChange={(isEnough) => set({ required_of, is_mail_enough: isEnough })}
        />
        {!facts.is_own_set_up && !isVisit && (
          <p className={frame['soft']}>
            {t('RequirementOwnFirst')} <PageLink to={ADDRESSES.profile}>{t('MyProfile')}</PageLink>
          </p>
        )}
        {began && isOther && (
          <ChangedMeanwhile
            changes={differences<Requirement>(began, facts).map((field) => ({ label: texts[field][0], value: texts[field][1] }))}
            onTakeTheirs={forget}
            onOverwrite={() => setProving('overwrite')}
          />
        )}
        <div className={settings['ends']}>
          <Button type="submit" look="primary" disabled={!isDirty || isVisit}>
            {t('Save')}
          </Button>
        </div>
      </form>
      {proving && (
        <SaveDialog
          requirement={{ required_of, is_mail_enough }}
          was={proving === 'save' ? began : null}
          onClose={() => setProving(null)}
          onSaved={() => {
            forget();
            setProving(null);
          }}
          onOther={() => {
            setOther(true);
            setProving(null);
          }}
        />
      )}
    </>
  );
}

function SaveDialog(props: {
  requirement: Requirement;
  /** Null: whatever it is now is overwritten. */
  was: Requirement | null;
  onClose: () => void;
  onSaved: () => void;
  /** Somebody else has set it meanwhile. */
  onOther: () => void;
}): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const own = useQuery(factorsQuery(useSend()));
  const save = useFactorWrite((send, proof: Proof) =>
    call(send, 'second-factor.set-requirement', {
      body: { ...props.requirement, ...proof, ...(props.was ? { was: props.was } : {}) },
    }),
  );
  const prove = (proof: Proof): void =>
    save.mutate(proof, {
      onSuccess: () => {
        toasts.show({ text: t('RequirementSaved') });
        props.onSaved();
      },
      onError: (error) => {
        if (isChangedMeanwhile(error)) props.onOther();
      },
    });
  return (
    <Dialog title={t('RequirementProofTitle')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <Loaded query={own} heights={[120]}>
        {(factors: OwnFactors) => (
          <ProofForm
            label={t('RequirementProofTitle')}
            needsCode={factors.needs_code}
            hasPasskey={factors.passkeys.length > 0}
            submit={t('Save')}
            isBusy={save.isPending}
            failure={save.error}
            onProof={prove}
            onClose={props.onClose}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
