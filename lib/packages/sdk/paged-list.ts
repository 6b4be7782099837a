/** A list of the API: awaiting it returns the first page, iterating it yields the items of all pages. */
export class PagedList<Page, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  #first: Promise<Page> | undefined;

  constructor(
    private readonly load: (cursor?: string) => Promise<Page>,
    private readonly read: (page: Page) => { items: readonly Item[]; nextCursor: string | null },
  ) {}

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list gives its first page
  then<A = Page, B = never>(
    fulfilled?: ((page: Page) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.load();
    return this.#first.then(fulfilled, rejected);
  }

  /** The pages, loaded on demand. */
  async *pages(): AsyncGenerator<Page> {
    let page = await this.then();
    for (;;) {
      yield page;
      const { nextCursor } = this.read(page);
      if (nextCursor === null) return;
      page = await this.load(nextCursor);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.pages()) yield* this.read(page).items;
  }
}
