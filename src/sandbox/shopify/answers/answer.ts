/**
 * An object as GraphQL reads it: each field is its value, or a function of the field's arguments that gives it. The
 * schema checks the shape when it is read, so a field that is missing here is an error there.
 */
export type Answer = Readonly<Record<string, unknown>>;
