/** What is used of a package that has no types. */
declare module '@usebruno/converters' {
  interface Named {
    readonly name: string;
  }

  interface Folder extends Named {
    readonly root: { readonly meta: Named };
    readonly items: readonly Named[];
  }

  /** What Bruno's app does with a Postman collection that is imported. */
  export function postmanToBruno(
    collection: object,
    options: { readonly useWorkers: boolean },
  ): Promise<{ readonly collection: Named & { readonly root: object; readonly items: readonly Folder[] } }>;
}
