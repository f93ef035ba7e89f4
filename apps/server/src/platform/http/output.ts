import type { z } from 'zod';

type Strip = (value: unknown) => unknown;

interface ZodDef {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly discriminator?: string;
}

const LEAVES = new Set(['string', 'number', 'boolean', 'literal', 'enum', 'null', 'int', 'unknown', 'any']);

const defOf = (schema: z.ZodType): ZodDef => schema._zod.def;
const identity: Strip = (value) => value;

/**
 * A function that takes out of an answer everything its schema does not declare. It does not validate (tests and
 * development do): that makes it cheap enough for ten thousand units. An object without anything undeclared is
 * returned as it is. Schemas that change values (defaults, pipes, unions without a discriminator) are parsed by zod.
 */
export function stripperOf(schema: z.ZodType): Strip {
  const def = defOf(schema);
  if (LEAVES.has(def.type)) return identity;
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'readonly') {
    const inner = stripperOf(def.innerType!);
    return inner === identity ? identity : (value) => (value === null || value === undefined ? value : inner(value));
  }
  if (def.type === 'array') return arrayStripper(stripperOf(def.element!));
  if (def.type === 'object' && !def.catchall) return objectStripper(def.shape!);
  if (def.type === 'union') {
    if (def.discriminator) return unionStripper(schema, def.discriminator, def.options!);
    if (def.options!.every((option) => stripperOf(option) === identity)) return identity;
  }
  return (value) => schema.parse(value);
}

function arrayStripper(element: Strip): Strip {
  if (element === identity) return identity;
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError('an answer holds no list where its schema has one');
    let copy: unknown[] | undefined;
    const list = value as unknown[];
    for (let i = 0; i < list.length; i += 1) {
      const stripped = element(list[i]);
      if (stripped !== list[i]) (copy ??= [...list])[i] = stripped;
    }
    return copy ?? list;
  };
}

function objectStripper(shape: Record<string, z.ZodType>): Strip {
  const declared = new Map(Object.entries(shape).map(([key, schema]) => [key, stripperOf(schema)]));
  const nested = [...declared].filter(([, strip]) => strip !== identity);
  return (value) => {
    if (typeof value !== 'object' || value === null) throw new TypeError('an answer holds no object where its schema has one');
    const source = value as Record<string, unknown>;
    let copy: Record<string, unknown> | undefined;
    for (const key in source) {
      if (!declared.has(key)) {
        copy = Object.fromEntries(Object.entries(source).filter(([name]) => declared.has(name)));
        break;
      }
    }
    for (const [key, strip] of nested) {
      const before = source[key];
      if (before === undefined) continue;
      const after = strip(before);
      if (after !== before) (copy ??= { ...source })[key] = after;
    }
    return copy ?? source;
  };
}

function unionStripper(schema: z.ZodType, discriminator: string, options: readonly z.ZodType[]): Strip {
  const byValue = new Map<unknown, Strip>();
  for (const option of options) {
    const literal = defOf(option).shape?.[discriminator];
    const values = literal && (defOf(literal) as { values?: readonly unknown[] }).values;
    if (!values) return (value) => schema.parse(value);
    for (const value of values) byValue.set(value, stripperOf(option));
  }
  return (value) => {
    const strip = byValue.get((value as Record<string, unknown>)[discriminator]);
    return strip ? strip(value) : schema.parse(value);
  };
}
