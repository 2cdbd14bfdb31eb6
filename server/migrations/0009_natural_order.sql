-- The key by which lists are in natural order, compared as `collate "C"`: each run of digits becomes a zero, the number
-- of its digits and its digits, without leading zeros. The same order as `domain/src/values/natural-order.ts`.
CREATE FUNCTION "natural_key"("value" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	"key" text COLLATE "C" := '';
	"rest" text COLLATE "C" := "value";
	"literal" text COLLATE "C";
	"digits" text COLLATE "C";
BEGIN
	LOOP
		"digits" := substring("rest" from '[0-9]+');
		IF "digits" IS NULL THEN
			RETURN "key" || "rest";
		END IF;
		"literal" := split_part("rest", "digits", 1);
		"rest" := substr("rest", length("literal") + length("digits") + 1);
		"digits" := ltrim("digits", '0');
		"key" := "key" || "literal" || '0' || chr(least(length("digits") + 1, 53248)) || "digits";
	END LOOP;
END
$$;--> statement-breakpoint
CREATE INDEX "saved_queries_natural_name_idx" ON "saved_queries" (natural_key("name") COLLATE "C", "name" COLLATE "C", "id");--> statement-breakpoint
CREATE INDEX "automation_templates_natural_name_idx" ON "automation_templates" (natural_key("name") COLLATE "C", "name" COLLATE "C", "id");
