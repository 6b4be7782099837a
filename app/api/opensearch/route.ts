import { escapeXmlText } from "@/lib/formats/xml";
import { publicUrl, requestIdOf } from "@/lib/http/api/headers";
import { publicEndpoint } from "@/lib/http/api/public-document";
import { baseHeaders } from "@/lib/http/api/responses";

/** Describes the translator to browsers as a search engine (OpenSearch 1.1). The typed text stays in the fragment. */
export const endpoint = publicEndpoint("/opensearch.xml", (request) => {
  const address = escapeXmlText(publicUrl(request));
  const headers = baseHeaders(requestIdOf(request));
  headers.set("Content-Type", "application/opensearchdescription+xml");
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Dragoman</ShortName>
  <Description>Translate a text</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="192" height="192" type="image/png">${address}/icons/192.png</Image>
  <Url type="text/html" method="get" template="${address}/#q={searchTerms}"/>
</OpenSearchDescription>
`;
  return new Response(body, { headers });
});
