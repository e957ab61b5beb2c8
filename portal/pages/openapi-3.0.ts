/** The served document in OpenAPI 3.0, for generators and gateways that know no 3.1. */
import { Converter } from '@apiture/openapi-down-convert';
import { type Document, eachPart, referenceName, resolve, type Schema } from '@partner-ordering/openapi';

type Schema30 = Schema & { nullable?: boolean };

/** A copy in 3.0.3. The converter leaves alternatives with `null` as they are, which 3.0 does not have. */
export function asOpenApi30(document: Document): object {
  const copy = structuredClone(document);
  eachPart(copy, (part) => replaceNull(copy, part));
  return new Converter(copy, { allOfTransform: true }).convert();
}

/** `oneOf` of a schema and `null` becomes that schema, `nullable`: an object or an enumeration by its name, as `NullableMoney`. */
function replaceNull(document: Document, part: Schema30): void {
  const [schema, ...others] = part.oneOf?.filter(({ type }) => type !== 'null') ?? [];
  if (schema === undefined || part.oneOf?.length !== others.length + 2) return;
  if (others.length > 0) throw new Error('3.0 needs another form for several alternatives beside null');
  delete part.oneOf;
  const resolved = resolve(document, schema);
  const nullable = { ...resolved, nullable: true };
  const isNamed = schema.$ref !== undefined && (resolved.type === 'object' || resolved.enum !== undefined);
  if (!isNamed) return void Object.assign(part, { ...nullable, ...part });
  const name = `Nullable${referenceName(schema.$ref!)}`;
  // A list of values has to name null. One on the spot does not, as generators fail there; it is in bodies, where null says nothing.
  document.components.schemas![name] ??= { ...nullable, ...(resolved.enum && { enum: [...resolved.enum, null] }) };
  // Validators look for `nullable` in the named schema, old generators beside the field.
  Object.assign(part, { type: resolved.type, nullable: true, allOf: [{ $ref: `#/components/schemas/${name}` }] });
}
