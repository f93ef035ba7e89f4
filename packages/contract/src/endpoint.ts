import type { z } from 'zod';
import type { MessageKey } from '@spora/messages/keys';
import type { PathId } from './paths.ts';

/**
 * `support` is the staff's own session; `support-pending` one of them that waits for its code. Neither opens anything of a member's.
 * `token` is for API tokens alone; those also call what members and administrators may, see `Endpoint.token`.
 */
export type Access = 'public' | 'pending' | 'user' | 'admin' | 'support-pending' | 'support' | 'share' | 'token';

/**
 * `json` answers the envelope; `packed` answers JSON or, by `Accept: application/octet-stream`, the packed form;
 * `file` answers a download; `stream` answers server-sent events.
 */
export type EndpointKind = 'json' | 'packed' | 'file' | 'stream';

/** A body that is one file, not JSON. Longer ones are refused before they are read; what the file really is, its bytes say. */
export interface UploadRule {
  /** Content types, as the caller names them. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** What a longer file and one of another type are refused with. */
  readonly tooLarge: MessageKey;
  readonly wrongType: MessageKey;
}

/** One value per endpoint: validation, response stripping, access, OpenAPI and the typed client come from it. */
export interface Endpoint {
  /** `feature.verb`; method, path and effect are looked up in its feature's `paths.ts` by it. */
  readonly id: PathId;
  readonly kind: EndpointKind;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Instead of `body`. */
  readonly upload?: UploadRule;
  readonly data: z.ZodType;
  /**
   * What staff who look at a customer's account may call beside the rule "reads, but no downloads": `open` for a write that is an
   * act of theirs, `shut` for a read that is a member's own.
   */
  readonly visit?: 'open' | 'shut';
  /** Shut to programs, over and above the rule "what members and administrators may, but no people's own matters, files and streams". */
  readonly token?: 'shut';
  /** Also for a member who must set up a second factor first: what that takes, and leaving. */
  readonly withoutFactor?: 'open';
  /** Keys this endpoint may fail with, over and above those of its input schemas and of its access. */
  readonly errors?: readonly MessageKey[];
}

/** Names an endpoint; the value keeps its literal types, which the server and the client read. */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type PartOf<E, K extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> =
  E extends Record<K, infer S extends z.ZodType> ? Record<K, Side extends 'in' ? z.input<S> : z.output<S>> : unknown;

/** The file of an upload, in the caller's form of it. */
type FileOf<E, File> = E extends { readonly upload: UploadRule } ? { readonly file: File } : unknown;

/** What a caller passes: exactly the parts the endpoint declares. */
export type CallInput<E extends Endpoint> = PartOf<E, 'params', 'in'> &
  PartOf<E, 'query', 'in'> &
  PartOf<E, 'body', 'in'> &
  FileOf<E, Blob>;

/** What a handler receives: the same parts, validated and transformed. */
export type HandlerInput<E extends Endpoint> = PartOf<E, 'params', 'out'> &
  PartOf<E, 'query', 'out'> &
  PartOf<E, 'body', 'out'> &
  FileOf<E, Uint8Array>;

/** What a caller gets back as `data`. */
export type CallData<E extends Endpoint> = z.output<E['data']>;
/** What a handler returns: everything its schema does not name is stripped before it leaves. */
export type HandlerData<E extends Endpoint> = z.input<E['data']>;
