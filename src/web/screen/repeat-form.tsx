/** Shows a form that was not carried out, so that what was entered stays and one button sends it again. */
import * as E from 'fp-ts/lib/Either.js';
import type { FC } from 'hono/jsx';
import { parseBody } from 'hono/utils/body';
import { type BodyLimits, readBody } from '../read-body.ts';

type FormValue = string | File;

export type Fields = readonly (readonly [name: string, value: string])[];

const formLimits: BodyLimits = { maxBytes: 64 * 1024, timeout: 10_000 };

export const isForm = (request: Request): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(request.headers.get('content-type') ?? '');

/** The body of a form under a limit, with an announced length or in pieces, as streaming proxies send it. */
export const readFormBody = (request: Request, limits = formLimits): ReturnType<typeof readBody> =>
  readBody(request, limits);

/** A request with a body that was read. Handlers get a new one, because the request of a server cannot be copied. */
export const withBody = ({ url, method, headers }: Request, body: Uint8Array): Request =>
  new Request(url, {
    method,
    headers: [...headers].filter(([name]) => name !== 'transfer-encoding' && name !== 'content-length'),
    body,
  });

/** The fields of a form, without files. Pure. */
export const fieldsFrom = (form: Readonly<Record<string, FormValue | readonly FormValue[]>>): Fields =>
  Object.entries(form).flatMap(([name, values]) =>
    [values].flat().flatMap((value): Fields => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** The fields of a form whose body nothing has read yet, without files; none where it cannot be read. */
export const unreadFieldsOf = async (request: Request): Promise<Fields> => {
  if (!isForm(request)) return [];
  const body = await readFormBody(request);
  if (E.isLeft(body)) return [];
  return fieldsFrom(await parseBody(withBody(request, body.right), { all: true }));
};

/** Sends the fields to the address of the page that shows the form. A note can be changed before. */
export const RepeatForm: FC<{ readonly fields: Fields }> = ({ fields }) =>
  fields.length === 0 ? null : (
    <form class="card" method="post">
      {fields.map(([name, value]) =>
        name === 'note' || name === 'reason' ? (
          <label>
            {name === 'note' ? 'Your note' : 'Your reason'}
            <textarea name={name} maxlength={2000}>
              {value}
            </textarea>
          </label>
        ) : (
          <input type="hidden" name={name} value={value} />
        ),
      )}
      <p class="below">
        <button class="main">Try again</button>
      </p>
    </form>
  );
