import { listOffers } from "@/lib/engines/admin/model-offers";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { ModelOfferList, ModelOffersQuery } from "@/lib/schemas/engines";

export const endpoint = defineRoutes("/admin/models/offers", (route) => ({
  GET: route(
    {
      summary: "List models that would improve or add language pairs",
      access: "session",
      admin: true,
      query: ModelOffersQuery,
      response: ModelOfferList,
    },
    ({ caller, query }) => listOffers(caller, query),
  ),
}));
