/**
 * JSON Schema -> TypeScript type text. openapi-generator reads OpenAPI 3.1 types wrongly (it drops `null` inside allOf, anyOf and
 * array items, and invents a model for every inline union), so the types are computed here and its templates only print them.
 */
import { type Document, type Json, referenceName, resolve, type Schema } from '@partner-ordering/openapi';

/** An object schema with its allOf parts merged. A later part refines an earlier one. */
export interface ObjectShape {
  properties: Record<string, Schema>;
  required: Set<string>;
}

/** The shape of an object schema, or undefined when the schema is not an object with known fields. */
export function objectShape(document: Document, schema: Schema): ObjectShape | undefined {
  const ownSchema = schema.$ref === undefined ? schema : resolve(document, schema);
  if (ownSchema.anyOf?.some(isType) || ownSchema.oneOf?.some(isType) || (Array.isArray(ownSchema.type) && ownSchema.type.includes('null')))
    return undefined;
  const shape: ObjectShape = { properties: {}, required: new Set(ownSchema.required) };
  for (const part of ownSchema.allOf ?? []) {
    const partShape = objectShape(document, part);
    if (partShape === undefined && isType(part)) return undefined;
    Object.assign(shape.properties, partShape?.properties);
    for (const name of partShape?.required ?? part.required ?? []) shape.required.add(name);
  }
  Object.assign(shape.properties, ownSchema.properties);
  return Object.keys(shape.properties).length === 0 ? undefined : shape;
}

/** Alternatives such as `{required: [a]}` only constrain; they are no type of their own. */
function isType(schema: Schema): boolean {
  return ['$ref', 'type', 'enum', 'const', 'properties', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);
}

/** The TypeScript type of a schema; references become the component's name. `null` stands last. */
export function typeOf(document: Document, schema: Schema | boolean | undefined): string {
  if (schema === undefined || typeof schema === 'boolean') return 'unknown';
  if (schema.$ref !== undefined) return referenceName(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  const knownValues = schema['x-extensible-enum'] as string[] | undefined;
  if (knownValues !== undefined) return `${union(knownValues.map(literal))} | (string & {})`;
  if (schema.enum !== undefined) return union(schema.enum.map(literal));
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isType);
  if (alternatives.length > 0) return union(alternatives.map((alternative) => typeOf(document, alternative)));
  if (schema.allOf !== undefined) return allOfType(document, schema);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.properties === undefined ? 'any' : 'object')];
  return union(types.map((type) => typeOfKind(document, schema, type)));
}

function allOfType(document: Document, schema: Schema): string {
  const parts = (schema.allOf ?? []).filter(isType);
  if (parts.length === 1 && schema.properties === undefined) return typeOf(document, parts[0]);
  const shape = objectShape(document, schema);
  return shape === undefined ? parts.map((part) => parenthesized(typeOf(document, part))).join(' & ') : shapeType(document, shape);
}

function typeOfKind(document: Document, schema: Schema, type: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `${parenthesized(typeOf(document, schema.items))}[]`;
    case 'object':
      return objectType(document, schema);
    default:
      return 'unknown';
  }
}

function objectType(document: Document, schema: Schema): string {
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) {
    return shapeType(document, { properties: schema.properties, required: new Set(schema.required) });
  }
  if (schema.additionalProperties === false) return 'Record<string, never>';
  return `Record<string, ${typeOf(document, schema.additionalProperties)}>`;
}

function shapeType(document: Document, shape: ObjectShape): string {
  const fields = Object.entries(shape.properties).map(
    ([name, property]) => `${propertyKey(name)}${shape.required.has(name) ? '' : '?'}: ${typeOf(document, property)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

/** The exported interface or type of a schema, with its descriptions. */
export function declarationOf(document: Document, name: string, schema: Schema): string {
  const shape = objectShape(document, schema);
  const description = comment(schema.description);
  if (shape === undefined) return `${description}export type ${name} = ${typeOf(document, schema)};\n`;
  const fields = Object.entries(shape.properties).map(
    ([field, property]) =>
      `${comment(property.description)}${propertyKey(field)}${shape.required.has(field) ? '' : '?'}: ${typeOf(document, property)};\n`,
  );
  return `${description}export interface ${name} {\n${fields.join('')}}\n`;
}

/** A description on one line, as a docstring; nothing for no text. */
export const comment = (text: string | undefined): string => (text === undefined ? '' : `/** ${commentLine(text)} */\n`);

/** The first paragraph of a text on one line that may stand in a comment. */
export const commentLine = (text: string): string => text.split('\n\n')[0]!.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /').trim();

/** A property name as TypeScript writes it: quoted when it is not an identifier. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** A JSON value as TypeScript text: strings in single quotes, keys quoted only where they must be. */
export function literal(value: Json): string {
  if (typeof value === 'string') return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${propertyKey(key)}: ${literal(inner)}`)
    .join(', ')} }`;
}

function union(types: string[]): string {
  const members = [
    ...new Set(types.flatMap((type) => (type.endsWith(' | null') && !type.includes('{') ? [type.slice(0, -7), 'null'] : [type]))),
  ];
  if (members.includes('unknown')) return 'unknown';
  return [...members.filter((type) => type !== 'null'), ...members.filter((type) => type === 'null')].join(' | ');
}

function parenthesized(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type;
}
