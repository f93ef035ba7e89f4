import type { FeatureProfile, UnitFeature } from '@spora/contract/units/features';
import { PROFILE_NAME_MAX } from '@spora/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { profilesQuery } from '../queries.ts';
import { FeatureChoice } from './feature-choice.tsx';
import styles from './features.module.css';

interface Profile {
  readonly name: string;
  readonly features: readonly UnitFeature[];
}
const profileOf = ({ name, features }: Profile): Profile => ({ name, features });

/** FEAT-004: a profile's name, which is its own, and its features, at least one. */
export function FeatureProfileDialog(props: { profile: FeatureProfile | null; onClose: () => void }): ReactNode {
  const { profile, onClose } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const toasts = useToasts();
  const save = useMutation({
    mutationFn: ({ form: typed, was }: { form: Profile; was?: Profile }) => {
      const body = { name: typed.name, features: [...typed.features] };
      return profile
        ? call(send, 'units.update-feature-profile', {
            params: { id: profile.id },
            body: { ...body, ...(was ? { was: { ...was } } : {}) },
          })
        : call(send, 'units.create-feature-profile', { body });
    },
    onSuccess: () => {
      toasts.show({ text: t('Saved') });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: profilesQuery(send).queryKey }),
  });
  const draft = useDraftForm<Profile>({
    first: { name: profile?.name ?? '', features: profile?.features ?? [] },
    faultsOf: ({ name, features }) => ({
      name: name.trim() === '' ? 'SpecifyName' : null,
      features: features.length === 0 ? 'SelectFeature' : null,
    }),
    write: save,
    send: (typed) => save.mutate({ form: typed, ...(profile ? { was: draft.first } : {}) }),
  });
  const { form, set, errorOf, submit, place, isUnsaved } = draft;
  const close = useCarefulClose(isUnsaved, onClose);
  const stands = useQuery({ ...profilesQuery(send), enabled: profile !== null }).data?.profiles.find(
    ({ id }) => id === profile?.id,
  );
  const theirs =
    stands &&
    meanwhileOf<Profile>(save.error, draft.first, profileOf(stands), {
      name: [t('FeatureProfileName'), stands.name],
      features: [t('FeaturesTitle'), stands.features.map((each) => t(`Feature-${each}`)).join(', ')],
    });
  return (
    <Dialog title={profile ? t('FeatureProfileEdit') : t('FeatureProfileAdd')} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={place} className={styles['form']} noValidate onSubmit={submit}>
        <TextField
          label={t('FeatureProfileName')}
          name="name"
          autoComplete="off"
          maxLength={PROFILE_NAME_MAX}
          value={form.name}
          onChange={(event) => {
            set('name', event.target.value);
            if (save.isError) save.reset();
          }}
          error={errorOf('name')}
        />
        <FeatureChoice
          label={t('FeaturesTitle')}
          chosen={form.features}
          onChange={(features) => set('features', features)}
          error={errorOf('features')}
        />
        {stands && theirs ? (
          <ChangedMeanwhile
            changes={theirs}
            onTakeTheirs={() => {
              draft.rebase(profileOf(stands));
              save.reset();
            }}
            onOverwrite={() => save.mutate({ form })}
          />
        ) : (
          <FailureBanner failure={save.error} ownFields={['name', 'features']} onRetry="submit" />
        )}
        <div className={styles['ends']}>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {save.isPending ? t('Saving') : t('Save')}
          </Button>
          <Button onClick={close}>{t('Cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
