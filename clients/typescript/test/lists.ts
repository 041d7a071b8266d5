import { items, listAll, pages, parts } from 'procurement-client';
import { formA, formB, refusal } from './surroundings.js';

export async function lists() {
  for (let number = 1; number <= 7; number += 1) {
    await formA.departments.create({ body: { name: `Department ${number}`, code: `D${number}` } });
  }
  const codes: string[] = [];
  const ask = (page: { page: number; per_page: number }) =>
    formA.departments.list({ query: { sort: 'id', order: 'asc', ...page } });
  for await (const department of items(ask, 3)) codes.push(department.code);
  const sizes: number[] = [];
  for await (const page of pages((query) => formB.departments.list({ query }), 5)) sizes.push(page.data.length);
  return { codes, sizes };
}

export async function cursors() {
  const ask = (part: { cursor: string; per_page: number }) =>
    formA.departments.list({ query: { sort: 'id', order: 'desc', ...part } });
  const codes: string[] = [];
  for await (const department of listAll(ask, { perPage: 3 })) {
    codes.push(department.code);
    // Inserts a record at the front while the list is read.
    if (codes.length === 2) await formB.departments.create({ body: { name: 'Department 8', code: 'D8' } });
  }
  const { value: first } = await parts(ask, { perPage: 5 }).next();
  const left: string[] = [];
  for await (const part of parts(ask, { from: first?.meta.next_cursor ?? '' }))
    left.push(...part.data.map(({ code }) => code));
  const lost = await refusal(listAll(() => Promise.resolve({ data: { data: [], meta: {} } })).next());
  return { codes, first: first?.data.map(({ code }) => code), left, lost: String(lost) };
}
