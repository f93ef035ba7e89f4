import type { ReactNode } from 'react';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { FailureBanner, type Retry } from './failure-banner.tsx';
import type { ChangeForm } from './use-change-form.ts';

/** Why a form of settings was not saved: what somebody else made of it meanwhile, with the choice between the two, or the refusal. */
export function ChangeRefusal<Form extends object>(props: {
  draft: ChangeForm<Form>;
  failure: unknown;
  ownFields?: readonly string[];
  onRetry?: Retry | undefined;
}): ReactNode {
  const { draft, failure, ownFields, onRetry } = props;
  return draft.theirs ? (
    <ChangedMeanwhile changes={draft.theirs} onTakeTheirs={draft.takeTheirs} onOverwrite={draft.overwrite} />
  ) : (
    <FailureBanner failure={failure} ownFields={ownFields} onRetry={onRetry} />
  );
}
